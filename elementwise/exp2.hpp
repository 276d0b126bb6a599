// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_exponential.hpp>

namespace gpu::ops {

/// 2 to the power x.
///
///     x      -inf    +-0    +inf    nan
///     exp2   +0      1      +inf    nan
struct exp2 {
  static constexpr op_info info{
      .name = "exp2",
      .loops = loops::inexact,
      .domain = {-100, 100},
      .max_ulp = 3,
      .complex_ulp = 8,
      .c_names = "exp2",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::exp2(x);
  }
};

}  // namespace gpu::ops
