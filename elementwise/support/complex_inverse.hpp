// SPDX-License-Identifier: BSD-3-Clause
// Inverses of the complex circular and hyperbolic functions, by Kahan's formulas.
#pragma once

#include <gpu/elementwise/support/complex_logarithm.hpp>
#include <gpu/elementwise/support/complex_power.hpp>
#include <gpu/elementwise/support/complex_trigonometric.hpp>

namespace gpu::math {

/// Beyond this z^2 overflows, and sqrt(1 + z^2) is z.
template <class T>
inline constexpr T huge = sizeof(T) == 4 ? T(0x1p60) : T(0x1p500);

/// Odd in both parts; from the roots of 1 + iz and 1 - iz.
template <class T>
GPU_HD complex<T> arcsinh(complex<T> z) {
  const T x = z.real();
  const T y = z.imag();
  if (isnan(x) || isnan(y)) {
    if (y == 0) return {x, y};
    if (isinf(x)) return {x, y};
    if (isinf(y)) return {infinity<T>, nan<T>};
    return {nan<T>, nan<T>};
  }
  if (absolute(x) > huge<T> || absolute(y) > huge<T>)
    return {copysign(log_hypot(x, y) + log_of_2<T>, x), arctan2(y, absolute(x))};
  const complex<T> a = sqrt(complex<T>(1 + y, -x));
  const complex<T> b = sqrt(complex<T>(1 - y, x));
  return {arcsinh(a.real() * b.imag() - b.real() * a.imag()),
          arctan2(y, a.real() * b.real() - a.imag() * b.imag())};
}

template <class T>
GPU_HD complex<T> arcsin(complex<T> z) {
  return swapped(arcsinh(swapped(z)));
}

template <class T>
GPU_HD complex<T> arccos(complex<T> z) {
  const T x = z.real();
  const T y = z.imag();
  if (isnan(x) || isnan(y)) {
    if (isinf(y)) return {nan<T>, -y};
    if (isinf(x)) return {nan<T>, -infinity<T>};
    if (x == 0) return {T(1.57079632679489661923), nan<T>};
    return {nan<T>, nan<T>};
  }
  if (absolute(x) > huge<T> || absolute(y) > huge<T>)
    return {arctan2(absolute(y), x), copysign(log_hypot(x, y) + log_of_2<T>, -y)};
  const complex<T> a = sqrt(complex<T>(1 - x, -y));
  const complex<T> b = sqrt(complex<T>(1 + x, y));
  return {2 * arctan2(a.real(), b.real()), arcsinh(b.real() * a.imag() - b.imag() * a.real())};
}

/// i arccos(z), or its negative: the one whose real part is not negative.
template <class T>
GPU_HD complex<T> arccosh(complex<T> z) {
  const complex<T> w = arccos(z);
  if (isnan(w.real()) && isnan(w.imag())) return w;
  return {absolute(w.imag()), copysign(w.real(), z.imag())};
}

template <class T>
GPU_HD complex<T> arctanh(complex<T> z) {
  const T x = z.real();
  const T y = z.imag();
  const T quarter_turn = T(1.57079632679489661923);
  if (isinf(x) || isinf(y))
    return {with_sign_of(T(0), x), isnan(y) ? y : copysign(quarter_turn, y)};
  if (isnan(x) || isnan(y)) return {x == 0 ? x : nan<T>, nan<T>};
  if (absolute(x) > huge<T> || absolute(y) > huge<T>) {
    const T modulus = hypot(x / 2, y / 2);
    return {x / 4 / modulus / modulus, copysign(quarter_turn, y)};
  }
  const T ax = absolute(x);
  const T gap = (1 - ax) * (1 - ax) + y * y;
  const T real =
      gap < smallest<T> ? (log_of_2<T> - log(absolute(y))) / 2 : log1p(4 * (ax / gap)) / 4;
  return {copysign(real, x), arctan2(2 * y, (1 - ax) * (1 + ax) - y * y) / 2};
}

template <class T>
GPU_HD complex<T> arctan(complex<T> z) {
  return swapped(arctanh(swapped(z)));
}

}  // namespace gpu::math
