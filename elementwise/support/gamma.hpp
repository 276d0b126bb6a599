// SPDX-License-Identifier: BSD-3-Clause
// The gamma function and the logarithm of its modulus.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float tgamma(float x) {
  return ::tgammaf(x);
}
GPU_HD double tgamma(double x) {
  return ::tgamma(x);
}
template <half_element T>
GPU_HD T tgamma(T x) {
  return T(tgamma(static_cast<float>(x)));
}

/// The host's own lgamma writes the global variable signgam.
GPU_HD float lgamma(float x) {
#ifdef __CUDA_ARCH__
  return ::lgammaf(x);
#else
  int sign = 0;
  return ::lgammaf_r(x, &sign);
#endif
}
GPU_HD double lgamma(double x) {
#ifdef __CUDA_ARCH__
  return ::lgamma(x);
#else
  int sign = 0;
  return ::lgamma_r(x, &sign);
#endif
}
template <half_element T>
GPU_HD T lgamma(T x) {
  return T(lgamma(static_cast<float>(x)));
}

}  // namespace gpu::math
