// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_hyperbolic.hpp>

namespace gpu::ops {

/// Hyperbolic tangent.
///
///     x      -inf    -0    +0    +inf    nan
///     tanh   -1      -0    +0    1       nan
struct tanh {
  static constexpr op_info info{
      .name = "tanh",
      .loops = loops::inexact,
      .domain = {-20, 20},
      .max_ulp = 4,
      .complex_ulp = 8,
      .c_names = "tanh",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::tanh(x);
  }
};

}  // namespace gpu::ops
