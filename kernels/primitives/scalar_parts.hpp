// SPDX-License-Identifier: BSD-3-Clause
// Elements of matrices, real and complex ones alike.
#pragma once

#include <gpu/elementwise/support/math.hpp>

namespace gpu::kernels {

template <class T>
struct scalar_parts {
  using real = T;
  GPU_HD static T conjugate(T x) { return x; }
  GPU_HD static T real_part(T x) { return x; }
  GPU_HD static T imaginary_part(T) { return T(0); }
  GPU_HD static T make(T re, T) { return re; }
};

template <class R>
struct scalar_parts<complex<R>> {
  using real = R;
  GPU_HD static complex<R> conjugate(complex<R> x) { return {x.real(), -x.imag()}; }
  GPU_HD static R real_part(complex<R> x) { return x.real(); }
  GPU_HD static R imaginary_part(complex<R> x) { return x.imag(); }
  GPU_HD static complex<R> make(R re, R im) { return {re, im}; }
};

/// The larger number; nan if one is.
template <class R>
GPU_HD R larger_or_nan(R a, R b) {
  return b > a || b != b ? b : a;
}

/// The larger part of an element, without its sign.
template <class T>
GPU_HD typename scalar_parts<T>::real largest_part(T x) {
  using parts = scalar_parts<T>;
  return larger_or_nan(math::absolute(parts::real_part(x)),
                       math::absolute(parts::imaginary_part(x)));
}

/// The sum of its parts without their signs, by which LAPACK chooses pivots.
template <class T>
GPU_HD typename scalar_parts<T>::real sum_of_parts(T x) {
  using parts = scalar_parts<T>;
  return math::absolute(parts::real_part(x)) + math::absolute(parts::imaginary_part(x));
}

}  // namespace gpu::kernels
