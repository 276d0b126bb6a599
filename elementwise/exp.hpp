// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_exponential.hpp>

namespace gpu::ops {

/// e to the power x.
///
///     x     -inf    +-0    +inf    nan
///     exp   +0      1      +inf    nan
struct exp {
  static constexpr op_info info{
      .name = "exp",
      .loops = loops::inexact,
      .domain = {-80, 80},
      .max_ulp = 3,
      .complex_ulp = 8,
      .c_names = "exp",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::exp(x);
  }
};

}  // namespace gpu::ops
