// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/error_function.hpp>

namespace gpu::ops {

/// 1 - erf(x), without cancellation.
///
///     x       -inf    +inf    nan
///     erfc    2       +0      nan
struct erfc {
  static constexpr op_info info{
      .name = "erfc",
      .loops = loops::real,
      .domain = {-6, 26},
      .max_ulp = 5,
      .c_names = "erfc",
  };

  template <class T>
  GPU_HD T operator()(T x) const {
    return math::erfc(x);
  }
};

}  // namespace gpu::ops
