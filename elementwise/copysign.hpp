// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// The magnitude of x with the sign of y.
struct copysign {
  static constexpr op_info info{
      .name = "copysign",
      .loops = loops::real_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "copysign",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::copysign(x, y);
  }
};

}  // namespace gpu::ops
