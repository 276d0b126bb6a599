// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_pow.hpp>

namespace gpu::ops {

/// `power` in float64 or complex128 whatever the operands are.
struct float_power {
  static constexpr op_info info{
      .name = "float_power",
      .loops = "dd->d DD->D",
      .domain = {-10, 10},
      .max_ulp = 5,
      .complex_ulp = 340,  // grows with |y log x|
      .complex_smallest = 1e-4,
      .complex_code_size = 32,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::pow(x, y);
  }
};

}  // namespace gpu::ops
