// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// Degrees of x radians.
struct rad2deg {
  static constexpr op_info info{
      .name = "rad2deg",
      .loops = loops::real,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "degrees",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    using C = computed<T>;
    return T(C(x) * (C(180) / C(3.141592653589793238)));
  }
};

}  // namespace gpu::ops
