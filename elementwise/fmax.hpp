// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/order.hpp>

namespace gpu::ops {

/// The larger; the other if one is nan. Complex numbers are ordered by the real part first.
struct fmax {
  static constexpr op_info info{
      .name = "fmax",
      .loops = loops::any_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "fmax",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    const T upper = math::above(x, y) ? x : y;
    return math::isnan(y) ? x : upper;
  }
};

}  // namespace gpu::ops
