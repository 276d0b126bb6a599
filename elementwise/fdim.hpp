// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// x - y if that is positive, else +0; nan if either is.
struct fdim {
  static constexpr op_info info{
      .name = "fdim",
      .loops = loops::real_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "fdim",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    if (math::isnan(x)) return x;
    if (math::isnan(y)) return y;
    return x > y ? x - y : T(0.0f);
  }
};

}  // namespace gpu::ops
