// SPDX-License-Identifier: BSD-3-Clause
// Products with powers of two, rounded once.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float ldexp(float x, int power) {
  return ::ldexpf(x, power);
}
GPU_HD double ldexp(double x, int power) {
  return ::ldexp(x, power);
}
/// The product is exact in float32, or too small for any half to be near.
template <half_element T>
GPU_HD T ldexp(T x, int power) {
  return T(::ldexp(static_cast<double>(static_cast<float>(x)), power));
}

}  // namespace gpu::math
