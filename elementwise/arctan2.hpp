// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/trigonometric.hpp>

namespace gpu::ops {

/// Angle of the point (x, y), in [-pi, pi]; note the order of the arguments.
///
///     y        +-0    +-0    +-0     > 0     +-inf      +-inf    nan
///     x        +0     -0     < 0     +-0     -inf       +inf     any
///     result   +-0    +-pi   +-pi    pi/2    +-3pi/4    +-pi/4   nan
struct arctan2 {
  static constexpr op_info info{
      .name = "arctan2",
      .loops = loops::real_pair,
      .domain = {-100, 100},
      .max_ulp = 4,
      .aliases = "atan2",
      .c_names = "atan2",
  };

  template <class T>
  GPU_HD constexpr T operator()(T y, T x) const {
    return math::arctan2(y, x);
  }
};

}  // namespace gpu::ops
