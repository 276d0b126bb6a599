// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/order.hpp>

namespace gpu::ops {

/// The smaller; the other if one is nan. Complex numbers are ordered by the real part first.
struct fmin {
  static constexpr op_info info{
      .name = "fmin",
      .loops = loops::any_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "fmin",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    const T lower = math::below(x, y) ? x : y;
    return math::isnan(y) ? x : lower;
  }
};

}  // namespace gpu::ops
