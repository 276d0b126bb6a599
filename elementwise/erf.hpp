// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/error_function.hpp>

namespace gpu::ops {

/// The error function.
///
///     x      -inf    -0    +0    +inf    nan
///     erf    -1      -0    +0    1       nan
struct erf {
  static constexpr op_info info{
      .name = "erf",
      .loops = loops::real,
      .domain = {-6, 6},
      .max_ulp = 4,
      .c_names = "erf",
  };

  template <class T>
  GPU_HD T operator()(T x) const {
    return math::erf(x);
  }
};

}  // namespace gpu::ops
