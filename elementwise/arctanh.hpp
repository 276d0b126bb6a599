// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_inverse.hpp>

namespace gpu::ops {

/// Inverse hyperbolic tangent.
///
///     x         |x|>1    -1      -0    +0    1       nan
///     arctanh   nan      -inf    -0    +0    +inf    nan
struct arctanh {
  static constexpr op_info info{
      .name = "arctanh",
      .loops = loops::inexact,
      .domain = {-1, 1},
      .max_ulp = 5,
      .aliases = "atanh",
      .complex_ulp = 8,
      .c_names = "atanh",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::arctanh(x);
  }
};

}  // namespace gpu::ops
