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

/// The product as C99 Annex G defines it: infinite if an operand or a partial product is,
/// unless the other operand is zero.
template <class T>
GPU_HD complex<T> recovered_product(complex<T> z, complex<T> w) {
  const complex<T> product = z * w;
  if (!isnan(product.real()) || !isnan(product.imag())) return product;
  const auto unit = [](T x) { return copysign(isinf(x) ? T(1) : T(0), x); };
  const auto zero_if_nan = [](T x) { return isnan(x) ? copysign(T(0), x) : x; };
  const bool overflows = isinf(z.real() * w.real()) || isinf(z.imag() * w.imag()) ||
                         isinf(z.real() * w.imag()) || isinf(z.imag() * w.real());
  const bool z_infinite = isinf(z);
  const bool w_infinite = isinf(w);
  if (z_infinite) z = {unit(z.real()), unit(z.imag())};
  if (w_infinite) w = {unit(w.real()), unit(w.imag())};
  z = {zero_if_nan(z.real()), zero_if_nan(z.imag())};
  w = {zero_if_nan(w.real()), zero_if_nan(w.imag())};
  if (!z_infinite && !w_infinite && !overflows) return product;
  const complex<T> direction = z * w;
  return {infinity<T> * direction.real(), infinity<T> * direction.imag()};
}

/// exp(w log(z)), whose error grows with |w log(z)|; by squaring for integers w with |w| < 100. z^0
/// is 1, and 0^w is 0 if Re w > 0, else nan.
template <class T>
GPU_HD complex<T> pow(complex<T> z, complex<T> w) {
  const T x = w.real();
  if (x == 0 && w.imag() == 0) return {T(1), T(0)};
  if (z.real() == 0 && z.imag() == 0) {
    if (x > 0) return {T(0), T(0)};
    return {nan<T>, nan<T>};
  }
  const bool is_integer =
      w.imag() == 0 && x > -100 && x < 100 && static_cast<T>(static_cast<int>(x)) == x;
  if (!is_integer) {
    const complex<T> exponent = recovered_product(w, log(z));
    // The sign of this zero is that of a nan: negative, as x86 makes a nan, and NumPy shows it.
    if (exponent.real() == -infinity<T> && isnan(exponent.imag())) return {T(0), -T(0)};
    return exp(exponent);  // in one place: it is much machine code
  }
  const int n = static_cast<int>(x);
  if (n == 1) return z;
  if (n == 2) return z * z;
  if (n == 3) return z * (z * z);
  return integer_pow(z, n);
}

}  // namespace gpu::math
