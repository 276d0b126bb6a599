// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/division.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// x - floor_divide(x, y) * y: has the sign of y, as Python's %.
///
///     x                y        result
///     integer          0        0
///     real             0        nan
///     +-inf            any      nan
///     finite           +-inf    x if the signs agree, else y
struct remainder {
  static constexpr op_info info{
      .name = "remainder",
      .loops = loops::division,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "mod",
      .code_size = 4,
      .division = integer_division::remainder,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::remainder(x, y);
  }
};

}  // namespace gpu::ops
