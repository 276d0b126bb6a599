// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/compare.hpp>

namespace gpu::ops {

/// Whether `x == y`; false if either is nan. Integers of either sign are compared by value.
struct equal {
  static constexpr op_info info{
      .name = "equal",
      .loops = loops::comparison,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class A, class B>
  GPU_HD constexpr bool operator()(A x, B y) const {
    return math::equal(x, y);
  }
};

}  // namespace gpu::ops
