// SPDX-License-Identifier: BSD-3-Clause
// Real hyperbolic functions and their inverses. float16 and bfloat16 compute in float32.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float sinh(float x) {
  return ::sinhf(x);
}
GPU_HD double sinh(double x) {
  return ::sinh(x);
}
template <half_element T>
GPU_HD T sinh(T x) {
  return T(sinh(static_cast<float>(x)));
}

GPU_HD float cosh(float x) {
  return ::coshf(x);
}
GPU_HD double cosh(double x) {
  return ::cosh(x);
}
template <half_element T>
GPU_HD T cosh(T x) {
  return T(cosh(static_cast<float>(x)));
}

GPU_HD float tanh(float x) {
  return ::tanhf(x);
}
GPU_HD double tanh(double x) {
  return ::tanh(x);
}
template <half_element T>
GPU_HD T tanh(T x) {
  return T(tanh(static_cast<float>(x)));
}

GPU_HD float arcsinh(float x) {
  return ::asinhf(x);
}
GPU_HD double arcsinh(double x) {
  return ::asinh(x);
}
template <half_element T>
GPU_HD T arcsinh(T x) {
  return T(arcsinh(static_cast<float>(x)));
}

GPU_HD float arccosh(float x) {
  return ::acoshf(x);
}
GPU_HD double arccosh(double x) {
  return ::acosh(x);
}
template <half_element T>
GPU_HD T arccosh(T x) {
  return T(arccosh(static_cast<float>(x)));
}

GPU_HD float arctanh(float x) {
  return ::atanhf(x);
}
GPU_HD double arctanh(double x) {
  return ::atanh(x);
}
template <half_element T>
GPU_HD T arctanh(T x) {
  return T(arctanh(static_cast<float>(x)));
}

}  // namespace gpu::math
