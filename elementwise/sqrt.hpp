// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_power.hpp>

namespace gpu::ops {

/// Square root, correctly rounded if real.
///
///     x      <0     -0    +0    +inf    nan
///     sqrt   nan    -0    +0    +inf    nan
struct sqrt {
  static constexpr op_info info{
      .name = "sqrt",
      .loops = loops::inexact,
      .domain = {0, 1e6},
      .max_ulp = 0,
      .complex_ulp = 3,
      .c_names = "sqrt",
      .complex_code_size = 4,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::sqrt(x);
  }
};

}  // namespace gpu::ops
