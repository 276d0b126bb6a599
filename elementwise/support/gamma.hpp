// SPDX-License-Identifier: BSD-3-Clause
// The gamma function and the logarithm of its modulus: lgamma, of float32 and float64 in
// device_forms.hpp.
#pragma once

#include <gpu/elementwise/support/device_forms.hpp>

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

template <half_element T>
GPU_HD T lgamma(T x) {
  return T(lgamma(static_cast<float>(x)));
}

}  // namespace gpu::math
