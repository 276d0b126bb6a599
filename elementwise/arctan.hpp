// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_inverse.hpp>

namespace gpu::ops {

/// Inverse tangent, in [-pi/2, pi/2].
///
///     x        -inf     -0    +0    +inf    nan
///     arctan   -pi/2    -0    +0    pi/2    nan
struct arctan {
  static constexpr op_info info{
      .name = "arctan",
      .loops = loops::inexact,
      .domain = {-100, 100},
      .max_ulp = 3,
      .aliases = "atan",
      .complex_ulp = 8,
      .c_names = "atan",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::arctan(x);
  }
};

}  // namespace gpu::ops
