// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// `x << y`; 0 if y is negative or not less than the number of bits.
struct left_shift {
  static constexpr op_info info{
      .name = "left_shift",
      .loops = loops::shift,
      .domain = {-100, 100},
      .max_ulp = 0,
      .aliases = "bitwise_left_shift",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::left_shift(x, y);
  }
};

}  // namespace gpu::ops
