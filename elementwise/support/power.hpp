// SPDX-License-Identifier: BSD-3-Clause
// Real powers and roots; hypot and pow of float32 and float64 are in device_forms.hpp. float16 and
// bfloat16 compute in float32 and round once.
#pragma once

#include <gpu/elementwise/support/device_forms.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float sqrt(float x) {
  return ::sqrtf(x);
}
GPU_HD double sqrt(double x) {
  return ::sqrt(x);
}
template <half_element T>
GPU_HD T sqrt(T x) {
  return T(sqrt(static_cast<float>(x)));
}

GPU_HD float cbrt(float x) {
  return ::cbrtf(x);
}
GPU_HD double cbrt(double x) {
  return ::cbrt(x);
}
template <half_element T>
GPU_HD T cbrt(T x) {
  return T(cbrt(static_cast<float>(x)));
}

template <half_element T>
GPU_HD T hypot(T x, T y) {
  return T(hypot(static_cast<float>(x), static_cast<float>(y)));
}

template <half_element T>
GPU_HD T pow(T x, T y) {
  return T(pow(static_cast<float>(x), static_cast<float>(y)));
}

}  // namespace gpu::math
