// SPDX-License-Identifier: BSD-3-Clause
// Complex square root and modulus, with the special values of C99 Annex G.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/power.hpp>

namespace gpu::math {

template <class T>
GPU_HD T absolute(complex<T> z) {
  return hypot(z.real(), z.imag());
}

/// Square root of an infinite or nan argument.
template <class T>
GPU_HD complex<T> special_sqrt(T x, T y) {
  if (isinf(y)) return {infinity<T>, y};
  if (isnan(x)) return {nan<T>, nan<T>};
  if (isinf(x) && signbit(x)) return {isnan(y) ? y : T(0), with_sign_of(infinity<T>, y)};
  if (isinf(x)) return {x, isnan(y) ? y : copysign(T(0), y)};
  return {nan<T>, nan<T>};
}

/// The root with real part >= 0. The cut is the negative real axis.
template <class T>
GPU_HD complex<T> sqrt(complex<T> z) {
  T x = z.real();
  T y = z.imag();
  if (!isfinite(z)) return special_sqrt(x, y);
  if (x == 0 && y == 0) return {T(0), y};
  const T size = absolute(x) > absolute(y) ? absolute(x) : absolute(y);
  const bool huge = size > largest<T> / 4;
  const bool tiny = size < smallest<T> * 4;
  const T scale = huge ? T(0.0625) : tiny ? T(sizeof(T) == 4 ? 0x1p48 : 0x1p108) : T(1);
  const T unscale = huge ? T(4) : tiny ? T(sizeof(T) == 4 ? 0x1p-24 : 0x1p-54) : T(1);
  x *= scale;
  y *= scale;
  const T root = sqrt((absolute(x) + hypot(x, y)) / 2);
  const T other = absolute(y) / (2 * root);
  return {(x >= 0 ? root : other) * unscale, copysign((x >= 0 ? other : root) * unscale, y)};
}

}  // namespace gpu::math
