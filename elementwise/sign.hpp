// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/complex_power.hpp>

namespace gpu::ops {

/// -1, 0 or 1; of complex numbers x / |x|.
///
///     x       -inf    -0    +0    +inf    nan    inf + iy    inf + i inf
///     sign    -1      +0    +0    +1      nan    1           nan
struct sign {
  static constexpr op_info info{
      .name = "sign",
      .loops = loops::numeric,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .complex_ulp = 3,
      .refuses_bools = true,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (!integral_element<T>)
      return x > 0 ? T(1.0f) : x < 0 ? T(-1.0f) : x == 0 ? T(0.0f) : x;
    else if constexpr (is_signed<T>)
      return static_cast<T>((x > 0) - (x < 0));
    else
      return static_cast<T>(x != 0);
  }
  template <class T>
  GPU_HD constexpr complex<T> operator()(complex<T> z) const {
    const T modulus = math::absolute(z);
    const T x = z.real();
    const T y = z.imag();
    if (math::isinf(x) && math::isinf(y)) return {math::nan<T>, math::nan<T>};
    if (math::isinf(x)) return {math::copysign(T(1), x), T(0)};
    if (math::isinf(modulus)) return {T(0), math::copysign(T(1), y)};
    if (math::isnan(modulus)) return {math::nan<T>, math::nan<T>};
    if (modulus == 0) return {T(0), T(0)};
    return {x / modulus, y / modulus};
  }
};

}  // namespace gpu::ops
