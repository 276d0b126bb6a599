// SPDX-License-Identifier: BSD-3-Clause
// Real logarithms. float16 and bfloat16 compute in float32 and round once.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float log(float x) {
  return ::logf(x);
}
GPU_HD double log(double x) {
  return ::log(x);
}
template <half_element T>
GPU_HD T log(T x) {
  return T(log(static_cast<float>(x)));
}

GPU_HD float log1p(float x) {
  return ::log1pf(x);
}
GPU_HD double log1p(double x) {
  return ::log1p(x);
}
template <half_element T>
GPU_HD T log1p(T x) {
  return T(log1p(static_cast<float>(x)));
}

GPU_HD float log2(float x) {
  return ::log2f(x);
}
GPU_HD double log2(double x) {
  return ::log2(x);
}
template <half_element T>
GPU_HD T log2(T x) {
  return T(log2(static_cast<float>(x)));
}

GPU_HD float log10(float x) {
  return ::log10f(x);
}
GPU_HD double log10(double x) {
  return ::log10(x);
}
template <half_element T>
GPU_HD T log10(T x) {
  return T(log10(static_cast<float>(x)));
}

}  // namespace gpu::math
