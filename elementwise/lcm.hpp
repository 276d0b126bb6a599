// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// The least common multiple of |x| and |y|, modulo the range of the type; 0 if one is 0.
struct lcm {
  static constexpr op_info info{
      .name = "lcm",
      .loops = loops::shift,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .refuses_bools = true,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    const modular<T> a = math::magnitude(x);
    const modular<T> b = math::magnitude(y);
    const modular<T> divisor = math::gcd(a, b);
    return divisor == 0 ? T(0) : static_cast<T>(a / divisor * b);
  }
};

}  // namespace gpu::ops
