// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_hyperbolic.hpp>

namespace gpu::ops {

/// Hyperbolic cosine.
///
///     x      -inf    +-0    +inf    nan
///     cosh   +inf    1      +inf    nan
struct cosh {
  static constexpr op_info info{
      .name = "cosh",
      .loops = loops::inexact,
      .domain = {-80, 80},
      .max_ulp = 4,
      .complex_ulp = 8,
      .c_names = "cosh",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::cosh(x);
  }
};

}  // namespace gpu::ops
