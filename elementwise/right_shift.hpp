// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// `x >> y`; the sign (0 or -1) if y is negative or not less than the number of bits.
struct right_shift {
  static constexpr op_info info{
      .name = "right_shift",
      .loops = loops::shift,
      .domain = {-100, 100},
      .max_ulp = 0,
      .aliases = "bitwise_right_shift",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::right_shift(x, y);
  }
};

}  // namespace gpu::ops
