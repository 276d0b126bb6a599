// SPDX-License-Identifier: BSD-3-Clause
// Complex powers, with NumPy's special cases.
#pragma once

#include <gpu/elementwise/support/complex_exponential.hpp>
#include <gpu/elementwise/support/complex_logarithm.hpp>

namespace gpu::math {

/// `base` to an integer power by squaring; exact where the products are.
template <class T>
GPU_HD complex<T> integer_pow(complex<T> base, int exponent) {
  complex<T> result(T(1));
  for (int n = exponent < 0 ? -exponent : exponent;;) {
    if (n & 1) result = result * base;
    n >>= 1;
    if (n == 0) break;
    base = base * base;
  }
  return exponent < 0 ? complex<T>(T(1)) / result : result;
}

/// exp(w log(z)); by squaring for integers w with |w| < 100. z^0 is 1, and 0^w is 0 if Re w > 0,
/// else nan.
template <class T>
GPU_HD complex<T> pow(complex<T> z, complex<T> w) {
  const T x = w.real();
  if (x == 0 && w.imag() == 0) return {T(1), T(0)};
  if (z.real() == 0 && z.imag() == 0) {
    if (x > 0) return {T(0), T(0)};
    return {nan<T>, nan<T>};
  }
  if (w.imag() == 0 && x > -100 && x < 100) {
    const int n = static_cast<int>(x);
    if (n == 1) return z;
    if (n == 2) return z * z;
    if (n == 3) return z * (z * z);
    if (n == x) return integer_pow(z, n);
  }
  return exp(w * log(z));
}

}  // namespace gpu::math
