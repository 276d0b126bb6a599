// SPDX-License-Identifier: BSD-3-Clause
// What the host computes in another form than the device: device_forms.hpp, which includes this for
// the host alone, says why. Nothing here uses a fused multiply-add: the host's vectors have none.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/logarithm.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {
namespace detail {

/// 2 to a power from -1022 to 1023.
GPU_HD constexpr double power_of_two(int power) {
  return bit_cast<double>(static_cast<unsigned long long>(power + 1023) << 52);
}

GPU_HD constexpr int limited(int power, int limit) {
  return power > limit ? limit : power < -limit ? -limit : power;
}

/// `condition ? x : y` as vectors do it. Of a choice in the language the compiler makes branches,
/// and finds that an operand replaced by a harmless one is not used where it is.
GPU_HD constexpr float chosen(bool condition, float x, float y) {
  const unsigned mask = 0u - condition;
  return bit_cast<float>((bit_cast<unsigned>(x) & mask) | (bit_cast<unsigned>(y) & ~mask));
}
GPU_HD constexpr double chosen(bool condition, double x, double y) {
  using bits = unsigned long long;
  const bits mask = 0ull - condition;
  return bit_cast<double>((bit_cast<bits>(x) & mask) | (bit_cast<bits>(y) & ~mask));
}

/// x - q y for 0 <= x < 2^26 y, where q is `quotient`, x / y as rounded, without its fraction, and
/// x and y have the bits of `T`. The products, of float64 with both halves of y, are exact, and so
/// are the differences; q is too large by 1 where a quotient just below it was rounded up.
template <class T>
GPU_HD double reduced(double x, double y, double quotient) {
  const int whole = static_cast<int>(quotient);
  double rest = x;
  if constexpr (sizeof(T) == 4) {
    rest -= whole * y;
  } else {
    const double upper = bit_cast<double>(bit_cast<unsigned long long>(y) & ~0x7ffffffull);
    rest -= whole * upper;
    rest -= whole * (y - upper);
  }
  return rest < 0 ? rest + y : rest;
}

/// The power of two that leaves 26 bits of a quotient before its point.
GPU_HD constexpr int excess_power(double quotient) {
  return static_cast<int>(bit_cast<unsigned long long>(quotient) >> 52) - (1023 + 25);
}

/// pow(x, y) if `power` is pow(x == +0 ? 2 : x, y).
template <class T>
GPU_HD T with_power_of_zero(bool is_zero, T power, T y) {
  const T zero_or_infinity = chosen(y < 0, infinity<T>, T(0));
  return chosen(is_zero && (y < 0 || y > 0), zero_or_infinity, power);
}

/// With a power of two, chosen for every element, that keeps the larger square in range.
template <class T>
GPU_HD T scaled_hypot(T x, T y) {
  constexpr bool is_short = sizeof(T) == 4;
  constexpr T up = is_short ? T(0x1p100) : T(0x1p600);
  x = absolute(x);
  y = absolute(y);
  const T big = x < y ? y : x;
  const bool is_far = big > (is_short ? T(0x1p63) : T(0x1p511));
  const bool is_near = big < (is_short ? T(0x1p-40) : T(0x1p-459));
  const T scale = chosen(is_far, 1 / up, chosen(is_near, up, T(1)));
  const T unscale = chosen(is_far, up, chosen(is_near, 1 / up, T(1)));
  const T a = x * scale;
  const T b = y * scale;
  return chosen((x == infinity<T>) | (y == infinity<T>), infinity<T>,
                std::sqrt(a * a + b * b) * unscale);
}

}  // namespace detail

/// sqrt(x^2 + y^2), at most 2 ulp wrong.
GPU_HD float hypot(float x, float y) {
  return detail::scaled_hypot(x, y);
}
GPU_HD double hypot(double x, double y) {
  return detail::scaled_hypot(x, y);
}

namespace detail {

/// As complex_logarithm.hpp has it, by one logarithm instead of three, which is of no zero.
template <class T>
GPU_HD T whole_log_hypot(T x, T y) {
  constexpr int digits = sizeof(T) == 4 ? 24 : 53;
  constexpr T log_of_2 = T(0.693147180559945309417232121458);
  x = absolute(x);
  y = absolute(y);
  const T big = x > y ? x : y;
  const T small = x > y ? y : x;
  const bool is_far = big > largest<T> / 2;
  const bool is_near = big < smallest<T> / 2;
  const T scale = chosen(is_far, T(0.5), chosen(is_near, T(1ull << digits), T(1)));
  const T log_of_scale = chosen(is_far, -log_of_2, chosen(is_near, digits * log_of_2, T(0)));
  const T modulus = hypot(big * scale, small * scale);
  const bool is_near_one = (modulus >= T(0.71)) & (modulus <= T(1.73));
  const bool is_special = (modulus == 0) | (modulus == infinity<T>);
  const T far = log(chosen(is_near_one | is_special, T(1), modulus)) - log_of_scale;
  const T distance = (big - 1) * (big + 1) + small * small;
  const T near = log1p(chosen(is_near_one, distance, T(0))) / 2;
  const T special = chosen(modulus == 0, -infinity<T>, infinity<T>);
  const T result = is_near_one ? near : far;  // computes one of them alone where no vectors are
  return chosen(is_special, special, result);
}

}  // namespace detail

/// Chosen instead of the template, which the device has.
GPU_HD float log_hypot(float x, float y) {
  return detail::whole_log_hypot(x, y);
}
GPU_HD double log_hypot(double x, double y) {
  return detail::whole_log_hypot(x, y);
}

namespace detail {

/// x - n y for the whole number n that leaves less than y. Large quotients lose 26 bits at a time,
/// by multiples of y times a power of two, which is exact. Only if x / y is too large for float64
/// the C library divides.
template <class T>
GPU_HD T fmod_by_quotients(T x, T y) {
  const double divisor = absolute(y);
  double rest = absolute(x);
  double quotient = rest / divisor;
  if (!isfinite(quotient) || isinf(y)) return std::fmod(x, y);
  while (quotient >= 0x1p26) {
    const int power = excess_power(quotient);
    rest = reduced<T>(rest, divisor * power_of_two(power), quotient * power_of_two(-power));
    quotient = rest / divisor;
  }
  return copysign(static_cast<T>(reduced<T>(rest, divisor, quotient)), x);
}

}  // namespace detail

GPU_HD float fmod(float x, float y) {
  return detail::fmod_by_quotients(x, y);
}
GPU_HD double fmod(double x, double y) {
  return detail::fmod_by_quotients(x, y);
}

/// Zeros with the sign - are left to the C library: they have powers of both signs.
GPU_HD float pow(float x, float y) {
  const bool is_zero = bit_cast<unsigned>(x) == 0;
  const float power = ::powf(detail::chosen(is_zero, 2.0f, x), y);
  return detail::with_power_of_zero(is_zero, power, y);
}
GPU_HD double pow(double x, double y) {
  const bool is_zero = bit_cast<unsigned long long>(x) == 0;
  const double power = ::pow(detail::chosen(is_zero, 2.0, x), y);
  return detail::with_power_of_zero(is_zero, power, y);
}

}  // namespace gpu::math
