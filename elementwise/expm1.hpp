// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_exponential.hpp>

namespace gpu::ops {

/// exp(x) - 1, accurate for small x.
///
///     x       -inf    -0    +0    +inf    nan
///     expm1   -1      -0    +0    +inf    nan
struct expm1 {
  static constexpr op_info info{
      .name = "expm1",
      .loops = loops::inexact,
      .domain = {-80, 80},
      .max_ulp = 3,
      .complex_ulp = 8,
      .c_names = "expm1",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::expm1(x);
  }
};

}  // namespace gpu::ops
