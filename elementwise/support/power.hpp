// SPDX-License-Identifier: BSD-3-Clause
// Real powers and roots. float16 and bfloat16 compute in float32 and round once.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

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

#ifdef __CUDA_ARCH__
namespace detail {

GPU_HD float multiply_add(float x, float y, float z) {
  return ::fmaf(x, y, z);
}
GPU_HD double multiply_add(double x, double y, double z) {
  return ::fma(x, y, z);
}

/// sqrt(x^2 + y^2), almost always correctly rounded, as the host's library has it: CUDA's own is
/// not finite for all results that are. A first root, and a Newton step from its exact residue.
template <class T>
GPU_HD T corrected_hypot(T x, T y) {
  x = absolute(x);
  y = absolute(y);
  if (isinf(x) || isinf(y)) return infinity<T>;
  const T far = sizeof(T) == 4 ? T(0x1p60) : T(0x1p510);
  const T big = x > y ? x : y;
  const T shift = sizeof(T) == 4 ? T(0x1p90f) : T(0x1p600);
  const T unscale = big > far ? shift : big < 1 / far ? 1 / shift : T(1);
  const T a = big / unscale;
  const T b = (x > y ? y : x) / unscale;
  const T square = a * a;
  const T root = sqrt(multiply_add(b, b, square));
  if (root == 0) return root;
  const T root_square = root * root;
  const T residue = multiply_add(-b, b, root_square - square) +
                    multiply_add(root, root, -root_square) - multiply_add(a, a, -square);
  return (root - residue / (2 * root)) * unscale;
}

}  // namespace detail
#endif

GPU_HD float hypot(float x, float y) {
#ifdef __CUDA_ARCH__
  return detail::corrected_hypot(x, y);
#else
  return ::hypotf(x, y);
#endif
}
GPU_HD double hypot(double x, double y) {
#ifdef __CUDA_ARCH__
  return detail::corrected_hypot(x, y);
#else
  return ::hypot(x, y);
#endif
}
template <half_element T>
GPU_HD T hypot(T x, T y) {
  return T(hypot(static_cast<float>(x), static_cast<float>(y)));
}

GPU_HD float pow(float x, float y) {
  return ::powf(x, y);
}
GPU_HD double pow(double x, double y) {
  return ::pow(x, y);
}
template <half_element T>
GPU_HD T pow(T x, T y) {
  return T(pow(static_cast<float>(x), static_cast<float>(y)));
}

}  // namespace gpu::math
