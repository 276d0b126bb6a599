// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_logarithm.hpp>

namespace gpu::ops {

/// log(1 + x), accurate for small real x.
///
///     x       <-1    -1      -0    +0    +inf    nan
///     log1p   nan    -inf    -0    +0    +inf    nan
struct log1p {
  static constexpr op_info info{
      .name = "log1p",
      .loops = loops::inexact,
      .domain = {-0.9, 1e6},
      .max_ulp = 2,
      .complex_ulp = 4,
      .c_names = "log1p",
      .complex_code_size = 4,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::log1p(x);
  }
};

}  // namespace gpu::ops
