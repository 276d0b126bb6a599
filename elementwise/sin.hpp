// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_trigonometric.hpp>

namespace gpu::ops {

/// Sine of x radians.
///
///     x     -0    +0    +-inf    nan
///     sin   -0    +0    nan      nan
struct sin {
  static constexpr op_info info{
      .name = "sin",
      .loops = loops::inexact,
      .domain = {-100, 100},
      .max_ulp = 4,
      .complex_ulp = 12,
      .c_names = "sin",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::sin(x);
  }
};

}  // namespace gpu::ops
