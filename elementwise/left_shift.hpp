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
      .is_light = true,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    if constexpr (sizeof(T) != 4) {
      return math::left_shift(x, y);
    } else {  // vectors of this width have a minimum and a mask for less than a choice of the count
      constexpr modular<T> most = 31;
      const auto count = static_cast<modular<T>>(y);
      const T shifted = math::left_shift(x, static_cast<T>(count < most ? count : most));
      return shifted & -static_cast<T>(count <= most);
    }
  }
};

}  // namespace gpu::ops
