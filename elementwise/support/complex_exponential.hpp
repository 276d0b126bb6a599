// SPDX-License-Identifier: BSD-3-Clause
// Complex exponentials, with the special values of C99 Annex G.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/exponential.hpp>
#include <gpu/elementwise/support/trigonometric.hpp>

namespace gpu::math {

/// Above this exp(x) overflows.
template <class T>
inline constexpr T exp_limit = 709.782712893384;
template <>
inline constexpr float exp_limit<float> = 88.72283f;

/// factor * exp(x) * (c + si) for |c|, |s| <= 1, also where exp(x) alone would overflow.
template <class T>
GPU_HD complex<T> scaled_exp(T x, T c, T s, T factor = T(1)) {
  if (x <= exp_limit<T>) {
    const T scale = exp(x) * factor;
    return {scale * c, scale * s};
  }
  const T root = exp(x * T(0.25));
  const T first = root * factor;
  return {first * c * root * root * root, first * s * root * root * root};
}

template <class T>
GPU_HD complex<T> exp(complex<T> z) {
  const T x = z.real();
  const T y = z.imag();
  if (y == 0) return {exp(x), y};
  if (!isfinite(y)) {
    if (x == -infinity<T>) return {T(0), with_sign_of(T(0), y)};
    return {x == infinity<T> ? x : nan<T>, nan<T>};
  }
  if (isfinite(x)) return scaled_exp(x, cos(y), sin(y));
  if (isnan(x)) return {nan<T>, nan<T>};
  const T scale = x > 0 ? x : T(0);
  return {copysign(scale, cos(y)), copysign(scale, sin(y))};
}

/// exp(z log(2)).
template <class T>
GPU_HD complex<T> exp2(complex<T> z) {
  const T log_2 = T(0.693147180559945309417232121458);
  return exp(complex<T>(z.real() * log_2, z.imag() * log_2));
}

/// Accurate for small z: exp(x) cos(y) - 1 = expm1(x) cos(y) - 2 sin(y / 2)^2. Where exp(x) cos(y)
/// is far from 1 the two terms may cancel and their errors stay; nothing is lost by subtracting 1.
template <class T>
GPU_HD complex<T> expm1(complex<T> z) {
  const T s = sin(z.imag() / 2);
  const T c = cos(z.imag());
  const T scale = exp(z.real());
  const T real = scale * c < T(0.5) ? scale * c - 1 : expm1(z.real()) * c - 2 * s * s;
  return {real, scale * sin(z.imag())};
}

}  // namespace gpu::math
