// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/power.hpp>

namespace gpu::ops {

/// sqrt(x^2 + y^2) without overflow. inf if either is infinite, even if the other is nan.
struct hypot {
  static constexpr op_info info{
      .name = "hypot",
      .loops = loops::real_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 2,
      .c_names = "hypot",
  };
  static constexpr int identity = 0;

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::hypot(x, y);
  }
};

}  // namespace gpu::ops
