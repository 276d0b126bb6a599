// SPDX-License-Identifier: BSD-3-Clause
// Floored division of real elements, as NumPy and Python define it.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/rounding.hpp>

namespace gpu::math {

/// Quotient rounded down, and the remainder that has the divisor's sign. The quotient may differ
/// from floor(x / y), which rounds x / y first.
template <class T>
struct floored_division {
  T quotient;
  T remainder;

  GPU_HD floored_division(T x, T y) {
    const T mod = fmod(x, y);
    const bool adjust = mod != 0 && (y < 0) != (mod < 0);
    const T div = (x - mod) / y - (adjust ? T(1) : T(0));
    const T whole = floor(div);
    quotient = div == 0 ? copysign(T(0), x / y) : div - whole > T(0.5) ? whole + T(1) : whole;
    remainder = mod == 0 ? copysign(T(0), y) : adjust ? mod + y : mod;
    if (y == 0) {
      quotient = x / y;
      remainder = mod;
    }
  }
};

template <real_element T>
GPU_HD T floor_divide(T x, T y) {
  return T(floored_division<computed<T>>(x, y).quotient);
}

template <real_element T>
GPU_HD T remainder(T x, T y) {
  return T(floored_division<computed<T>>(x, y).remainder);
}

}  // namespace gpu::math
