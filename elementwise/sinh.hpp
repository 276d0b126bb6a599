// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_hyperbolic.hpp>

namespace gpu::ops {

/// Hyperbolic sine.
///
///     x      -inf    -0    +0    +inf    nan
///     sinh   -inf    -0    +0    +inf    nan
struct sinh {
  static constexpr op_info info{
      .name = "sinh",
      .loops = loops::inexact,
      .domain = {-80, 80},
      .max_ulp = 5,
      .complex_ulp = 8,
      .c_names = "sinh",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::sinh(x);
  }
};

}  // namespace gpu::ops
