// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// The integral part of x / y, as C's integer division. NumPy has no such function.
///
///     x                y      result
///     any              0      0
///     least integer    -1     wraps to x
struct trunc_divide {
  static constexpr op_info info{
      .name = "trunc_divide",
      .loops = loops::shift,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::truncated_division<T>(x, y).quotient;
  }
};

}  // namespace gpu::ops
