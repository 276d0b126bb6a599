// SPDX-License-Identifier: BSD-3-Clause
// Signs, infinities and nans of real elements, by their bits.
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::math {

template <class T>
inline constexpr T infinity = bit_cast<float>(0x7f800000u);
template <class T>
inline constexpr T nan = bit_cast<float>(0x7fc00000u);
/// Largest finite value, and smallest normal one.
template <class T>
inline constexpr T largest = 0x1.fffffffffffffp1023;
template <>
inline constexpr float largest<float> = 0x1.fffffep127f;
template <class T>
inline constexpr T smallest = 0x1p-1022;
template <>
inline constexpr float smallest<float> = 0x1p-126f;

GPU_HD constexpr bool signbit(float x) {
  return bit_cast<unsigned>(x) >> 31;
}
GPU_HD constexpr bool signbit(double x) {
  return bit_cast<unsigned long long>(x) >> 63;
}
template <half_element T>
GPU_HD constexpr bool signbit(T x) {
  return x.bits() >> 15;
}

GPU_HD constexpr float absolute(float x) {
  return bit_cast<float>(bit_cast<unsigned>(x) & 0x7fffffffu);
}
GPU_HD constexpr double absolute(double x) {
  return bit_cast<double>(bit_cast<unsigned long long>(x) & 0x7fffffffffffffffull);
}
template <half_element T>
GPU_HD constexpr T absolute(T x) {
  return T::from_bits(x.bits() & 0x7fffu);
}

/// Magnitude of `x`, sign of `y`.
GPU_HD constexpr float copysign(float x, float y) {
  const unsigned sign = 0x80000000u;
  return bit_cast<float>((bit_cast<unsigned>(x) & ~sign) | (bit_cast<unsigned>(y) & sign));
}
GPU_HD constexpr double copysign(double x, double y) {
  using bits = unsigned long long;
  const bits sign = 1ull << 63;
  return bit_cast<double>((bit_cast<bits>(x) & ~sign) | (bit_cast<bits>(y) & sign));
}
template <half_element T>
GPU_HD constexpr T copysign(T x, T y) {
  return T::from_bits((x.bits() & 0x7fffu) | (y.bits() & 0x8000u));
}

template <integral_element T>
GPU_HD constexpr bool isnan(T) {
  return false;
}
template <real_element T>
GPU_HD constexpr bool isnan(T x) {
  return x != x;
}
template <class T>
GPU_HD constexpr bool isnan(complex<T> z) {
  return isnan(z.real()) || isnan(z.imag());
}

/// Magnitude of `x`, sign of `y`; where `y` is nan `x` itself, since nobody promises the sign of a
/// nan: it depends on the order of operands and on the device.
template <class T>
GPU_HD constexpr T with_sign_of(T x, T y) {
  return isnan(y) ? x : copysign(x, y);
}

template <integral_element T>
GPU_HD constexpr bool isinf(T) {
  return false;
}
template <real_element T>
GPU_HD constexpr bool isinf(T x) {
  return absolute(x) == infinity<computed<T>>;
}
template <class T>
GPU_HD constexpr bool isinf(complex<T> z) {
  return isinf(z.real()) || isinf(z.imag());
}

template <integral_element T>
GPU_HD constexpr bool isfinite(T) {
  return true;
}
template <real_element T>
GPU_HD constexpr bool isfinite(T x) {
  return absolute(x) < infinity<computed<T>>;
}
template <class T>
GPU_HD constexpr bool isfinite(complex<T> z) {
  return isfinite(z.real()) && isfinite(z.imag());
}

/// Whether `x` is true: not zero. nan is true.
template <class T>
GPU_HD constexpr bool is_true(T x) {
  if constexpr (is_complex<T>)
    return x.real() != 0 || x.imag() != 0;
  else
    return x != 0;
}

}  // namespace gpu::math
