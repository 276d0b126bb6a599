// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/rounding.hpp>

namespace gpu::ops {

/// The integral value next to x towards zero. Integers, infinities and nan stay.
struct trunc {
  static constexpr op_info info{
      .name = "trunc",
      .loops = loops::rounding,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "fix",
      .c_names = "trunc",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (integral_element<T>)
      return x;
    else
      return math::trunc(x);
  }
};

}  // namespace gpu::ops
