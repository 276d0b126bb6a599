// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_logarithm.hpp>

namespace gpu::ops {

/// Natural logarithm.
///
///     x     <0     +-0     1     +inf    nan
///     log   nan    -inf    +0    +inf    nan
struct log {
  static constexpr op_info info{
      .name = "log",
      .loops = loops::inexact,
      .domain = {1e-6, 1e6},
      .max_ulp = 4,
      .complex_ulp = 4,
      .c_names = "log",
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::log(x);
  }
};

}  // namespace gpu::ops
