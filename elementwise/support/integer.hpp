// SPDX-License-Identifier: BSD-3-Clause
// Integer arithmetic that wraps, and whose division by zero is zero.
#pragma once

#include <gpu/elementwise/support/device_forms.hpp>

namespace gpu::math {

template <integral_element T>
GPU_HD constexpr T add(T x, T y) {
  if constexpr (sizeof(T) == 2)
    return static_cast<T>(opaque(x + y));
  else
    return static_cast<T>(static_cast<modular<T>>(x) + static_cast<modular<T>>(y));
}
template <integral_element T>
GPU_HD constexpr T subtract(T x, T y) {
  if constexpr (sizeof(T) == 2)
    return static_cast<T>(opaque(x - y));
  else
    return static_cast<T>(static_cast<modular<T>>(x) - static_cast<modular<T>>(y));
}
template <integral_element T>
GPU_HD constexpr T multiply(T x, T y) {
  return static_cast<T>(static_cast<modular<T>>(x) * static_cast<modular<T>>(y));
}

/// -x, which wraps.
template <integral_element T>
GPU_HD constexpr T negative(T x) {
  if constexpr (sizeof(T) <= 4)
    return static_cast<T>(static_cast<modular<int>>(opaque(static_cast<int>(~x))) + 1u);
  else
    return static_cast<T>(modular<T>(0) - static_cast<modular<T>>(x));
}

/// x / y and x % y rounded towards zero, for a divisor made safe: division by -1 is done by hand,
/// since the least integer has no negative.
template <integral_element T>
struct truncated_division {
  T quotient;
  T remainder;

  GPU_HD constexpr truncated_division(T x, T y) {
    const bool negates = is_signed<T> && y == static_cast<T>(-1);
    const T divisor = y == 0 || negates ? T(1) : y;
    const T whole = truncated_quotient(x, divisor);
    quotient = y == 0 ? T(0) : negates ? negative(x) : whole;
    remainder = y == 0 ? T(0) : truncated_remainder(x, divisor, whole);
  }
};

/// Rounded towards minus infinity; 0 if y is 0.
template <integral_element T>
GPU_HD constexpr T floor_divide(T x, T y) {
  const truncated_division<T> d(x, y);
  if constexpr (is_signed<T>)
    return static_cast<T>(d.quotient - (d.remainder != 0 && (d.remainder < 0) != (y < 0)));
  else
    return d.quotient;
}

/// Has the sign of y; 0 if y is 0.
template <integral_element T>
GPU_HD constexpr T remainder(T x, T y) {
  const truncated_division<T> d(x, y);
  if constexpr (is_signed<T>)
    return static_cast<T>(d.remainder != 0 && (d.remainder < 0) != (y < 0) ? d.remainder + y
                                                                           : d.remainder);
  else
    return d.remainder;
}

/// Has the sign of x; 0 if y is 0.
template <integral_element T>
GPU_HD constexpr T fmod(T x, T y) {
  return truncated_division<T>(x, y).remainder;
}

/// By squaring. A negative power is the integer part of the reciprocal, and of 0 it is 0.
template <integral_element T>
GPU_HD constexpr T pow(T x, T y) {
  if constexpr (is_signed<T>) {
    const T odd = static_cast<T>(y & 1);
    if (y < 0) return x == 1 || (x == -1 && !odd) ? T(1) : x == -1 ? T(-1) : T(0);
  }
  T result = 1;
  for (; y > 0; y = static_cast<T>(y >> 1)) {
    if (y & 1) result = multiply(result, x);
    x = multiply(x, x);
  }
  return result;
}

/// |x|, which fits also for the least integer.
template <integral_element T>
GPU_HD constexpr modular<T> magnitude(T x) {
  const modular<T> bits = static_cast<modular<T>>(x);
  if constexpr (is_signed<T>)
    return x < 0 ? modular<T>(0) - bits : bits;
  else
    return bits;
}

/// Euclid's algorithm. gcd(x, 0) is x.
template <class Unsigned>
GPU_HD constexpr Unsigned gcd(Unsigned x, Unsigned y) {
  while (y != 0) {
    const Unsigned rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}

/// 0 if y is negative or not less than the width of T.
template <integral_element T>
GPU_HD constexpr T left_shift(T x, T y) {
  constexpr modular<T> most = 8 * sizeof(T) - 1;
  const modular<T> bits = static_cast<modular<T>>(x);
  const modular<T> count = static_cast<modular<T>>(y);
  const bool fits = count <= most;
  // Vectors of 32-bit lanes have a minimum and a mask for less than a choice.
  if constexpr (sizeof(T) == 4)
    return static_cast<T>(bits << (count < most ? count : most)) & -static_cast<T>(fits);
  else
    return fits ? static_cast<T>(bits << (fits ? count : 0)) : T(0);
}

/// The sign, 0 or -1, if y is negative or not less than the width of T.
template <integral_element T>
GPU_HD constexpr T right_shift(T x, T y) {
  const modular<T> count = static_cast<modular<T>>(y);
  const bool fits = count < 8 * sizeof(T);
  if constexpr (is_signed<T>)
    return static_cast<T>(x >> (fits ? count : 8 * sizeof(T) - 1));
  else
    return fits ? static_cast<T>(x >> (fits ? count : 0)) : T(0);
}

}  // namespace gpu::math
