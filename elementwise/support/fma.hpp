// SPDX-License-Identifier: BSD-3-Clause
// x y + z, rounded once.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD float fma(float x, float y, float z) {
  return ::fmaf(x, y, z);
}
GPU_HD double fma(double x, double y, double z) {
  return ::fma(x, y, z);
}
/// The product is exact in float64; of the sum the last bit says whether it was ("round to odd":
/// Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008), so that rounding it
/// again rounds once.
template <half_element T>
GPU_HD T fma(T x, T y, T z) {
  const double product = double(float(x)) * double(float(y));
  const double addend = float(z);
  const double sum = product + addend;
  const double part = sum - product;
  const double rest = (product - (sum - part)) + (addend - part);
  const unsigned long long bits = bit_cast<unsigned long long>(sum);
  if (!isfinite(sum) || rest == 0 || (bits & 1)) return T(sum);
  return T(bit_cast<double>((rest > 0) == (sum > 0) ? bits + 1 : bits - 1));
}

}  // namespace gpu::math
