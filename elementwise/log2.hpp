// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_logarithm.hpp>

namespace gpu::ops {

/// Logarithm to the base 2.
///
///     x      <0     +-0     1     +inf    nan
///     log2   nan    -inf    +0    +inf    nan
struct log2 {
  static constexpr op_info info{
      .name = "log2",
      .loops = loops::inexact,
      .domain = {1e-6, 1e6},
      .max_ulp = 4,
      .complex_ulp = 4,
      .c_names = "log2",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::log2(x);
  }
};

}  // namespace gpu::ops
