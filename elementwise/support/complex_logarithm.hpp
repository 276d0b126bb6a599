// SPDX-License-Identifier: BSD-3-Clause
// Complex logarithms, with the special values of C99 Annex G. The cut is the negative real axis.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/logarithm.hpp>
#include <gpu/elementwise/support/power.hpp>
#include <gpu/elementwise/support/trigonometric.hpp>

namespace gpu::math {

template <class T>
inline constexpr T log_of_2 = T(0.693147180559945309417232121458);

/// log|x + iy|, without overflow, underflow, or cancellation near |x + iy| = 1. The host's
/// functions of the same name are in host_forms.hpp.
template <class T>
GPU_HD T log_hypot(T x, T y) {
  const T ax = absolute(x);
  const T ay = absolute(y);
  const T big = ax > ay ? ax : ay;
  const T small = ax > ay ? ay : ax;
  if (big > largest<T> / 2) return log(hypot(big / 2, small / 2)) + log_of_2<T>;
  if (big < smallest<T> / 2 && big > 0) {
    const int digits = sizeof(T) == 4 ? 24 : 53;
    const T scale = static_cast<T>(1ull << digits);
    return log(hypot(big * scale, small * scale)) - digits * log_of_2<T>;
  }
  const T modulus = hypot(big, small);
  if (modulus >= T(0.71) && modulus <= T(1.73))
    return log1p((big - 1) * (big + 1) + small * small) / 2;
  return log(modulus);
}

template <class T>
GPU_HD complex<T> log(complex<T> z) {
  return {log_hypot(z.real(), z.imag()), arctan2(z.imag(), z.real())};
}

template <class T>
GPU_HD complex<T> log2(complex<T> z) {
  const complex<T> w = log(z);
  const T scale = T(1.442695040888963407359924681002);
  return {w.real() * scale, w.imag() * scale};
}

template <class T>
GPU_HD complex<T> log10(complex<T> z) {
  const complex<T> w = log(z);
  const T scale = T(0.434294481903251827651128918917);
  return {w.real() * scale, w.imag() * scale};
}

/// Accurate for small z too, where NumPy's real part is not.
template <class T>
GPU_HD complex<T> log1p(complex<T> z) {
  const T x = z.real();
  const T y = z.imag();
  const T modulus = hypot(x + 1, y);
  const bool near_one = modulus >= T(0.71) && modulus <= T(1.73);
  return {near_one ? log1p(x * (x + 2) + y * y) / 2 : log(modulus), arctan2(y, x + 1)};
}

}  // namespace gpu::math
