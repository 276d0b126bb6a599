// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_inverse.hpp>

namespace gpu::ops {

/// Inverse hyperbolic sine.
///
///     x         -inf    -0    +0    +inf    nan
///     arcsinh   -inf    -0    +0    +inf    nan
struct arcsinh {
  static constexpr op_info info{
      .name = "arcsinh",
      .loops = loops::inexact,
      .domain = {-1e6, 1e6},
      .max_ulp = 5,
      .aliases = "asinh",
      .complex_ulp = 8,
      .c_names = "asinh",
      .complex_code_size = 16,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::arcsinh(x);
  }
};

}  // namespace gpu::ops
