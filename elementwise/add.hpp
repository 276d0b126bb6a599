// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// `x + y`. Integers wrap; of two bools: whether one is true.
struct add {
  static constexpr op_info info{
      .name = "add",
      .loops = loops::any_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };
  static constexpr int identity = 0;

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    if constexpr (integral_element<T>)
      return math::add(x, y);
    else
      return x + y;
  }
};

}  // namespace gpu::ops
