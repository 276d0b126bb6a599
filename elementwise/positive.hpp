// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// `x` itself.
struct positive {
  static constexpr op_info info{
      .name = "positive",
      .loops = loops::numeric,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .refuses_bools = true,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return x;
  }
};

}  // namespace gpu::ops
