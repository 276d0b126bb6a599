// SPDX-License-Identifier: BSD-3-Clause
// Real exponentials. float16 and bfloat16 compute in float32 and round once.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float exp(float x) {
  return ::expf(x);
}
GPU_HD double exp(double x) {
  return ::exp(x);
}
template <half_element T>
GPU_HD T exp(T x) {
  return T(exp(static_cast<float>(x)));
}

GPU_HD float exp2(float x) {
  return ::exp2f(x);
}
GPU_HD double exp2(double x) {
  return ::exp2(x);
}
template <half_element T>
GPU_HD T exp2(T x) {
  return T(exp2(static_cast<float>(x)));
}

GPU_HD float expm1(float x) {
  return ::expm1f(x);
}
GPU_HD double expm1(double x) {
  return ::expm1(x);
}
template <half_element T>
GPU_HD T expm1(T x) {
  return T(expm1(static_cast<float>(x)));
}

}  // namespace gpu::math
