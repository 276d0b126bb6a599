// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/rounding.hpp>

namespace gpu::ops {

/// The smallest integral value not less than x. Integers, infinities and nan stay.
struct ceil {
  static constexpr op_info info{
      .name = "ceil",
      .loops = loops::rounding,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "ceil",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (integral_element<T>)
      return x;
    else
      return math::ceil(x);
  }
};

}  // namespace gpu::ops
