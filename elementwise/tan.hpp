// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_trigonometric.hpp>

namespace gpu::ops {

/// Tangent of x radians.
///
///     x     -0    +0    +-inf    nan
///     tan   -0    +0    nan      nan
struct tan {
  static constexpr op_info info{
      .name = "tan",
      .loops = loops::inexact,
      .domain = {-100, 100},
      .max_ulp = 5,
      .complex_ulp = 8,
      .c_names = "tan",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::tan(x);
  }
};

}  // namespace gpu::ops
