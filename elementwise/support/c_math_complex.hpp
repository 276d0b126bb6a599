// SPDX-License-Identifier: BSD-3-Clause
// The functions of complex numbers for the text of user kernels, named as in <complex>.
#pragma once

#include <gpu/elementwise/support/c_math.hpp>
#include <gpu/elementwise/support/complex_exponential.hpp>
#include <gpu/elementwise/support/complex_hyperbolic.hpp>
#include <gpu/elementwise/support/complex_inverse.hpp>
#include <gpu/elementwise/support/complex_logarithm.hpp>
#include <gpu/elementwise/support/complex_pow.hpp>
#include <gpu/elementwise/support/complex_power.hpp>
#include <gpu/elementwise/support/complex_trigonometric.hpp>

namespace gpu::c_math {

template <class T>
GPU_HD complex<T> exp(complex<T> z) {
  return math::exp(z);
}
template <class T>
GPU_HD complex<T> exp2(complex<T> z) {
  return math::exp2(z);
}
template <class T>
GPU_HD complex<T> expm1(complex<T> z) {
  return math::expm1(z);
}
template <class T>
GPU_HD complex<T> log(complex<T> z) {
  return math::log(z);
}
template <class T>
GPU_HD complex<T> log2(complex<T> z) {
  return math::log2(z);
}
template <class T>
GPU_HD complex<T> log10(complex<T> z) {
  return math::log10(z);
}
template <class T>
GPU_HD complex<T> log1p(complex<T> z) {
  return math::log1p(z);
}
template <class T>
GPU_HD complex<T> sqrt(complex<T> z) {
  return math::sqrt(z);
}
template <class T>
GPU_HD complex<T> sin(complex<T> z) {
  return math::sin(z);
}
template <class T>
GPU_HD complex<T> cos(complex<T> z) {
  return math::cos(z);
}
template <class T>
GPU_HD complex<T> tan(complex<T> z) {
  return math::tan(z);
}
template <class T>
GPU_HD complex<T> asin(complex<T> z) {
  return math::arcsin(z);
}
template <class T>
GPU_HD complex<T> acos(complex<T> z) {
  return math::arccos(z);
}
template <class T>
GPU_HD complex<T> atan(complex<T> z) {
  return math::arctan(z);
}
template <class T>
GPU_HD complex<T> sinh(complex<T> z) {
  return math::sinh(z);
}
template <class T>
GPU_HD complex<T> cosh(complex<T> z) {
  return math::cosh(z);
}
template <class T>
GPU_HD complex<T> tanh(complex<T> z) {
  return math::tanh(z);
}
template <class T>
GPU_HD complex<T> asinh(complex<T> z) {
  return math::arcsinh(z);
}
template <class T>
GPU_HD complex<T> acosh(complex<T> z) {
  return math::arccosh(z);
}
template <class T>
GPU_HD complex<T> atanh(complex<T> z) {
  return math::arctanh(z);
}

template <class T>
GPU_HD complex<T> pow(complex<T> z, complex<T> w) {
  return math::pow(z, w);
}
template <class T, number U>
GPU_HD complex<T> pow(complex<T> z, U w) {
  return math::pow(z, complex<T>(static_cast<T>(w)));
}
template <class T, number U>
GPU_HD complex<T> pow(U z, complex<T> w) {
  return math::pow(complex<T>(static_cast<T>(z)), w);
}
template <class T>
GPU_HD T abs(complex<T> z) {
  return math::absolute(z);
}
template <class T>
GPU_HD T arg(complex<T> z) {
  return ::atan2(z.imag(), z.real());
}
template <class T>
GPU_HD T norm(complex<T> z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
GPU_HD complex<T> conj(complex<T> z) {
  return {z.real(), -z.imag()};
}
template <class T>
GPU_HD T real(complex<T> z) {
  return z.real();
}
template <class T>
GPU_HD T imag(complex<T> z) {
  return z.imag();
}
template <class T>
GPU_HD bool isnan(complex<T> z) {
  return math::isnan(z);
}
template <class T>
GPU_HD bool isinf(complex<T> z) {
  return math::isinf(z);
}
template <class T>
GPU_HD bool isfinite(complex<T> z) {
  return math::isfinite(z);
}

}  // namespace gpu::c_math
