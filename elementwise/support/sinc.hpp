// SPDX-License-Identifier: BSD-3-Clause
// sin(y) / y of y = pi x, by the same steps as NumPy.
#pragma once

#include <gpu/elementwise/support/complex_trigonometric.hpp>

namespace gpu::math {

/// The rounded pi x makes small values of sinc at integers, as in NumPy.
GPU_HD float sinc(float x) {
  const float y = 3.14159265358979323846f * x;
  return y == 0 ? 1.0f : sin(y) / y;
}
GPU_HD double sinc(double x) {
  const double y = 3.14159265358979323846 * x;
  return y == 0 ? 1.0 : sin(y) / y;
}
template <half_element T>
GPU_HD T sinc(T x) {
  return T(sinc(static_cast<float>(x)));
}
template <class T>
GPU_HD complex<T> sinc(complex<T> z) {
  const complex<T> y = complex<T>(T(3.14159265358979323846), T(0)) * z;
  if (y.real() == 0 && y.imag() == 0) return {T(1), T(0)};
  return sin(y) / y;
}

}  // namespace gpu::math
