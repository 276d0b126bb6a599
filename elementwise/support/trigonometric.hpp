// SPDX-License-Identifier: BSD-3-Clause
// Real circular functions and their inverses. float16 and bfloat16 compute in float32.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float sin(float x) {
  return ::sinf(x);
}
GPU_HD double sin(double x) {
  return ::sin(x);
}
template <half_element T>
GPU_HD T sin(T x) {
  return T(sin(static_cast<float>(x)));
}

GPU_HD float cos(float x) {
  return ::cosf(x);
}
GPU_HD double cos(double x) {
  return ::cos(x);
}
template <half_element T>
GPU_HD T cos(T x) {
  return T(cos(static_cast<float>(x)));
}

GPU_HD float tan(float x) {
  return ::tanf(x);
}
GPU_HD double tan(double x) {
  return ::tan(x);
}
template <half_element T>
GPU_HD T tan(T x) {
  return T(tan(static_cast<float>(x)));
}

GPU_HD float arcsin(float x) {
  return ::asinf(x);
}
GPU_HD double arcsin(double x) {
  return ::asin(x);
}
template <half_element T>
GPU_HD T arcsin(T x) {
  return T(arcsin(static_cast<float>(x)));
}

GPU_HD float arccos(float x) {
  return ::acosf(x);
}
GPU_HD double arccos(double x) {
  return ::acos(x);
}
template <half_element T>
GPU_HD T arccos(T x) {
  return T(arccos(static_cast<float>(x)));
}

GPU_HD float arctan(float x) {
  return ::atanf(x);
}
GPU_HD double arctan(double x) {
  return ::atan(x);
}
template <half_element T>
GPU_HD T arctan(T x) {
  return T(arctan(static_cast<float>(x)));
}

GPU_HD float arctan2(float y, float x) {
  return ::atan2f(y, x);
}
GPU_HD double arctan2(double y, double x) {
  return ::atan2(y, x);
}
template <half_element T>
GPU_HD T arctan2(T y, T x) {
  return T(arctan2(static_cast<float>(y), static_cast<float>(x)));
}

}  // namespace gpu::math
