// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/rounding.hpp>

namespace gpu::ops {

/// The largest integral value not greater than x. Integers, infinities and nan stay.
struct floor {
  static constexpr op_info info{
      .name = "floor",
      .loops = loops::rounding,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "floor",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (integral_element<T>)
      return x;
    else
      return math::floor(x);
  }
};

}  // namespace gpu::ops
