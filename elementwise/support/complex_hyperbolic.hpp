// SPDX-License-Identifier: BSD-3-Clause
// Complex hyperbolic functions, with the special values of C99 Annex G.
#pragma once

#include <gpu/elementwise/support/complex_exponential.hpp>
#include <gpu/elementwise/support/hyperbolic.hpp>

namespace gpu::math {

/// sinh(x) cos(y) + i cosh(x) sin(y).
template <class T>
GPU_HD complex<T> sinh(complex<T> z) {
  const T x = z.real();
  const T y = z.imag();
  if (!isfinite(y)) return {x == 0 ? x : isinf(x) ? infinity<T> : nan<T>, nan<T>};
  if (y == 0) return {sinh(x), y};
  if (!isfinite(x)) return {x * cos(y), absolute(x) * sin(y)};
  if (absolute(x) > exp_limit<T>) {
    const complex<T> half = scaled_exp(absolute(x), cos(y), sin(y), T(0.5));
    return {signbit(x) ? -half.real() : half.real(), half.imag()};
  }
  return {sinh(x) * cos(y), cosh(x) * sin(y)};
}

/// cosh(x) cos(y) + i sinh(x) sin(y).
template <class T>
GPU_HD complex<T> cosh(complex<T> z) {
  const T x = z.real();
  const T y = z.imag();
  if (!isfinite(y)) return {isinf(x) ? absolute(x) : nan<T>, x == 0 ? T(0) : nan<T>};
  if (y == 0) return {cosh(x), !isnan(x) && signbit(x) ? -y : y};
  if (!isfinite(x)) return {absolute(x) * cos(y), x * sin(y)};
  if (absolute(x) > exp_limit<T>) {
    const complex<T> half = scaled_exp(absolute(x), cos(y), sin(y), T(0.5));
    return {half.real(), signbit(x) ? -half.imag() : half.imag()};
  }
  return {cosh(x) * cos(y), sinh(x) * sin(y)};
}

/// (sinh(x) cosh(x) + i sin(y) cos(y)) / (sinh(x)^2 + cos(y)^2).
template <class T>
GPU_HD complex<T> tanh(complex<T> z) {
  const T x = z.real();
  const T y = z.imag();
  if (isinf(x)) {
    const T turn = isfinite(y) && absolute(y) > 1 ? sin(y) * cos(y) : y;
    return {copysign(T(1), x), with_sign_of(T(0), turn)};
  }
  if (y == 0) return {tanh(x), y};
  if (!isfinite(y)) return {x == 0 ? x : nan<T>, nan<T>};
  const T s = sin(y);
  const T c = cos(y);
  if (absolute(x) > (sizeof(T) == 4 ? 11 : 22)) {
    const T decay = exp(-absolute(x));
    return {copysign(T(1), x), 4 * s * c * decay * decay};
  }
  const T sh = sinh(x);
  const T scale = sh * sh + c * c;
  return {sh * cosh(x) / scale, s * c / scale};
}

}  // namespace gpu::math
