// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// Radians of x degrees.
struct deg2rad {
  static constexpr op_info info{
      .name = "deg2rad",
      .loops = loops::real,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "radians",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    using C = computed<T>;
    return T(C(x) * (C(3.141592653589793238) / C(180)));
  }
};

}  // namespace gpu::ops
