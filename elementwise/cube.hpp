// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// x x x, rounded twice; integers wrap.
struct cube {
  static constexpr op_info info{
      .name = "cube",
      .loops = loops::numeric,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .refuses_bools = true,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (integral_element<T>)
      return math::multiply(math::multiply(x, x), x);
    else
      return x * x * x;
  }
};

}  // namespace gpu::ops
