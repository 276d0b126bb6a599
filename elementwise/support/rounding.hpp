// SPDX-License-Identifier: BSD-3-Clause
// Roundings to an integral value, and the remainder of the one towards zero.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

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

GPU_HD float fmod(float x, float y) {
#ifndef __CUDA_ARCH__
  // The library divides bit by bit. A quotient of 24 bits, times y, is exact in double.
  const double quotient = static_cast<double>(x) / static_cast<double>(y);
  if (absolute(quotient) < 0x1p24 && absolute(y) < infinity<float>) {
    const int whole = static_cast<int>(quotient);
    return copysign(static_cast<float>(static_cast<double>(x) - whole * static_cast<double>(y)), x);
  }
#endif
  return ::fmodf(x, y);
}
GPU_HD double fmod(double x, double y) {
#ifndef __CUDA_ARCH__
  // As above, with both halves of y; a quotient just below a whole number may be rounded up to it.
  const double divisor = absolute(y);
  const double quotient = absolute(x) / divisor;
  if (quotient < 0x1p20 && divisor < infinity<double>) {
    const int whole = static_cast<int>(quotient);
    const double upper = bit_cast<double>(bit_cast<unsigned long long>(divisor) & ~0x7ffffffull);
    const double rest = (absolute(x) - whole * upper) - whole * (divisor - upper);
    return copysign(rest < 0 ? rest + divisor : rest, x);
  }
#endif
  return ::fmod(x, y);
}
template <half_element T>
GPU_HD T fmod(T x, T y) {
  return T(fmod(static_cast<float>(x), static_cast<float>(y)));
}

}  // namespace gpu::math
