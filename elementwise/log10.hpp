// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_logarithm.hpp>

namespace gpu::ops {

/// Logarithm to the base 10.
///
///     x       <0     +-0     1     +inf    nan
///     log10   nan    -inf    +0    +inf    nan
struct log10 {
  static constexpr op_info info{
      .name = "log10",
      .loops = loops::inexact,
      .domain = {1e-6, 1e6},
      .max_ulp = 4,
      .complex_ulp = 4,
      .c_names = "log10",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::log10(x);
  }
};

}  // namespace gpu::ops
