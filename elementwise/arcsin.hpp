// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_inverse.hpp>

namespace gpu::ops {

/// Inverse sine, in [-pi/2, pi/2].
///
///     x        |x|>1    -0    +0    1       nan
///     arcsin   nan      -0    +0    pi/2    nan
struct arcsin {
  static constexpr op_info info{
      .name = "arcsin",
      .loops = loops::inexact,
      .domain = {-1, 1},
      .max_ulp = 3,
      .aliases = "asin",
      .complex_ulp = 8,
      .c_names = "asin",
      .complex_code_size = 16,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::arcsin(x);
  }
};

}  // namespace gpu::ops
