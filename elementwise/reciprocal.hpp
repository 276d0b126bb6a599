// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/cast.hpp>

namespace gpu::ops {

/// 1 / x. Of integers the integer part: 0 for |x| > 1; and for 0 what float64 infinity is cast to.
struct reciprocal {
  static constexpr op_info info{
      .name = "reciprocal",
      .loops = loops::numeric,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (integral_element<T>)
      return math::cast<T>(1.0 / static_cast<double>(x));
    else
      return T(1.0f) / x;
  }
  template <class T>
  GPU_HD constexpr complex<T> operator()(complex<T> z) const {
    const T x = z.real();
    const T y = z.imag();
    if (math::absolute(y) <= math::absolute(x)) {
      const T ratio = y / x;
      const T divisor = x + y * ratio;
      return {1 / divisor, -ratio / divisor};
    }
    const T ratio = x / y;
    const T divisor = x * ratio + y;
    return {ratio / divisor, -1 / divisor};
  }
};

}  // namespace gpu::ops
