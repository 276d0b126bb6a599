// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// `x - y`. Integers wrap; there is no difference of bools.
struct subtract {
  static constexpr op_info info{
      .name = "subtract",
      .loops = loops::numeric_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .refuses_bools = true,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    if constexpr (integral_element<T>)
      return math::subtract(x, y);
    else
      return x - y;
  }
};

}  // namespace gpu::ops
