// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_inverse.hpp>

namespace gpu::ops {

/// Inverse hyperbolic cosine.
///
///     x         <1     1     +inf    nan
///     arccosh   nan    +0    +inf    nan
struct arccosh {
  static constexpr op_info info{
      .name = "arccosh",
      .loops = loops::inexact,
      .domain = {1, 1e6},
      .max_ulp = 6,
      .aliases = "acosh",
      .complex_ulp = 8,
      .c_names = "acosh",
      .complex_code_size = 16,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::arccosh(x);
  }
};

}  // namespace gpu::ops
