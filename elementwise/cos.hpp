// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_trigonometric.hpp>

namespace gpu::ops {

/// Cosine of x radians.
///
///     x     +-0    +-inf    nan
///     cos   1      nan      nan
struct cos {
  static constexpr op_info info{
      .name = "cos",
      .loops = loops::inexact,
      .domain = {-100, 100},
      .max_ulp = 4,
      .complex_ulp = 12,
      .c_names = "cos",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::cos(x);
  }
};

}  // namespace gpu::ops
