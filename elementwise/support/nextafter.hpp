// SPDX-License-Identifier: BSD-3-Clause
// The neighbour of a number among those of its type.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float nextafter(float x, float y) {
  return ::nextafterf(x, y);
}
GPU_HD double nextafter(double x, double y) {
  return ::nextafter(x, y);
}
template <half_element T>
GPU_HD constexpr T nextafter(T x, T y) {
  if (isnan(x) || isnan(y)) return T(nan<float>);
  if (x == y) return x;
  if (x == 0) return copysign(T::from_bits(1), y);
  const int outwards = (x < y) == (x > 0) ? 1 : -1;
  return T::from_bits(static_cast<unsigned short>(x.bits() + outwards));
}

/// By the bits: the neighbour away from zero, less x. Of -0 it is positive.
GPU_HD constexpr float spacing(float x) {
  if (!isfinite(x)) return nan<float>;
  return bit_cast<float>(bit_cast<unsigned>(x + 0.0f) + 1) - x;
}
GPU_HD constexpr double spacing(double x) {
  if (!isfinite(x)) return nan<double>;
  return bit_cast<double>(bit_cast<unsigned long long>(x + 0.0) + 1) - x;
}
template <half_element T>
GPU_HD constexpr T spacing(T x) {
  if (!isfinite(x)) return T(nan<float>);
  return nextafter(x, T(infinity<float>)) - x;
}

}  // namespace gpu::math
