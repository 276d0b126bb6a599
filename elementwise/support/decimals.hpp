// SPDX-License-Identifier: BSD-3-Clause
// Rounding to decimal places.
#pragma once

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/elementwise/support/rounding.hpp>

namespace gpu::math {

/// 10 to the power |n| by repeated products: exact up to 22, infinite beyond 308.
GPU_HD constexpr double power_of_ten(long long n) {
  const int count = n >= 400 || n <= -400 ? 400 : static_cast<int>(n < 0 ? -n : n);
  double power = 1;
  for (int i = 0; i < count; ++i) power *= 10;
  return power;
}

template <real_element T>
GPU_HD T round_to(T x, long long decimals) {
  if (decimals == 0) return rint(x);
  if constexpr (is_same<T, bfloat16>) return T(round_to(static_cast<float>(x), decimals));
  const T scale = T(power_of_ten(decimals));
  return decimals < 0 ? T(rint(T(x / scale)) * scale) : T(rint(T(x * scale)) / scale);
}

/// Integers have no decimals; tens are counted in float64.
template <integral_element T>
GPU_HD T round_to(T x, long long decimals) {
  if (decimals >= 0) return x;
  return cast<T>(round_to(static_cast<double>(x), decimals));
}

}  // namespace gpu::math
