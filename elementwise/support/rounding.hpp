// SPDX-License-Identifier: BSD-3-Clause
// Roundings to an integral value, and the remainder of the one towards zero: fmod, of float32 and
// float64 in device_forms.hpp.
#pragma once

#include <gpu/elementwise/support/device_forms.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float floor(float x) {
  return ::floorf(x);
}
GPU_HD double floor(double x) {
  return ::floor(x);
}
template <half_element T>
GPU_HD T floor(T x) {
  return T(floor(static_cast<float>(x)));
}

GPU_HD float ceil(float x) {
  return ::ceilf(x);
}
GPU_HD double ceil(double x) {
  return ::ceil(x);
}
template <half_element T>
GPU_HD T ceil(T x) {
  return T(ceil(static_cast<float>(x)));
}

GPU_HD float trunc(float x) {
  return ::truncf(x);
}
GPU_HD double trunc(double x) {
  return ::trunc(x);
}
template <half_element T>
GPU_HD T trunc(T x) {
  return T(trunc(static_cast<float>(x)));
}

GPU_HD float rint(float x) {
  return ::rintf(x);
}
GPU_HD double rint(double x) {
  return ::rint(x);
}
template <half_element T>
GPU_HD T rint(T x) {
  return T(rint(static_cast<float>(x)));
}

template <half_element T>
GPU_HD T fmod(T x, T y) {
  return T(fmod(static_cast<float>(x), static_cast<float>(y)));
}

}  // namespace gpu::math
