// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// `x * x`. Integers wrap.
struct square {
  static constexpr op_info info{
      .name = "square",
      .loops = loops::numeric,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };
  /// Of complex numbers: NumPy's loops for AVX2 and AVX-512 round a product and a sum once.
  static constexpr int vector_ulp = 2;

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (integral_element<T>)
      return math::multiply(x, x);
    else
      return x * x;
  }
};

}  // namespace gpu::ops
