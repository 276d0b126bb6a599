// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/order.hpp>

namespace gpu::ops {

/// The smaller; nan if either is. Complex numbers are ordered by the real part, then by the other.
struct minimum {
  static constexpr op_info info{
      .name = "minimum",
      .loops = loops::any_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    const T lower = math::below(x, y) ? x : y;
    return math::isnan(x) ? x : lower;
  }
};

}  // namespace gpu::ops
