// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// The greatest common divisor of |x| and |y|; gcd(x, 0) is |x|.
struct gcd {
  static constexpr op_info info{
      .name = "gcd",
      .loops = loops::shift,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .refuses_bools = true,
  };
  static constexpr int identity = 0;

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return static_cast<T>(math::gcd(math::magnitude(x), math::magnitude(y)));
  }
};

}  // namespace gpu::ops
