// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/division.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// The largest integral value not greater than x / y.
///
///     x                x, y           result
///     integer          y = 0          0
///     least integer    y = -1         wraps to x
///     real             y = 0          x / y
///     real             |y| = inf      0 or -1, by the signs; -0 for x = 0 with the other sign
struct floor_divide {
  static constexpr op_info info{
      .name = "floor_divide",
      .loops = loops::division,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .code_size = 4,
      .division = integer_division::quotient,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::floor_divide(x, y);
  }
};

}  // namespace gpu::ops
