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

}  // namespace gpu::math
