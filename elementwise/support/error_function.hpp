// SPDX-License-Identifier: BSD-3-Clause
// The error function and its complement.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float erf(float x) {
  return ::erff(x);
}
GPU_HD double erf(double x) {
  return ::erf(x);
}
template <half_element T>
GPU_HD T erf(T x) {
  return T(erf(static_cast<float>(x)));
}

GPU_HD float erfc(float x) {
  return ::erfcf(x);
}
GPU_HD double erfc(double x) {
  return ::erfc(x);
}
template <half_element T>
GPU_HD T erfc(T x) {
  return T(erfc(static_cast<float>(x)));
}

}  // namespace gpu::math
