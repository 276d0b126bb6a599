// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_inverse.hpp>

namespace gpu::ops {

/// Inverse cosine, in [0, pi].
///
///     x        |x|>1    -1    1     nan
///     arccos   nan      pi    +0    nan
struct arccos {
  static constexpr op_info info{
      .name = "arccos",
      .loops = loops::inexact,
      .domain = {-1, 1},
      .max_ulp = 3,
      .aliases = "acos",
      .complex_ulp = 8,
      .c_names = "acos",
      .complex_code_size = 16,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::arccos(x);
  }
};

}  // namespace gpu::ops
