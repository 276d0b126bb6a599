// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/power.hpp>

namespace gpu::ops {

/// Real cube root, of negative numbers too.
///
///     x      -8    -0    +0    -inf    +inf    nan
///     cbrt   -2    -0    +0    -inf    +inf    nan
struct cbrt {
  static constexpr op_info info{
      .name = "cbrt",
      .loops = loops::real,
      .domain = {-1e6, 1e6},
      .max_ulp = 5,
      .c_names = "cbrt",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::cbrt(x);
  }
};

}  // namespace gpu::ops
