// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// `x * y`. Integers wrap; of two bools: whether both are true. Complex infinities are not rescued
/// from nan.
struct multiply {
  static constexpr op_info info{
      .name = "multiply",
      .loops = loops::any_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };
  static constexpr int identity = 1;
  /// Of complex numbers: NumPy's loops for AVX2 and AVX-512 round a product and a sum once.
  static constexpr int vector_ulp = 2;

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    if constexpr (integral_element<T>)
      return math::multiply(x, y);
    else
      return x * y;
  }
};

}  // namespace gpu::ops
