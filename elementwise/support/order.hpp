// SPDX-License-Identifier: BSD-3-Clause
// Which of two numbers is chosen. Of the equals 0 and -0 NumPy takes the first if they are float16
// or complex, else the second.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/device_forms.hpp>

namespace gpu::math {

/// Whether the maximum of x and y, neither nan, is x.
template <class T>
GPU_HD constexpr bool above(T x, T y) {
  if constexpr (is_same<T, float16> || is_complex<T>)
    return x >= y;
  else if constexpr (is_same<T, float> || is_same<T, double>)
    return x > opaque(y);
  else
    return x > y;
}

/// Whether the minimum of x and y, neither nan, is x.
template <class T>
GPU_HD constexpr bool below(T x, T y) {
  if constexpr (is_same<T, float16> || is_complex<T>)
    return x <= y;
  else if constexpr (is_same<T, float> || is_same<T, double>)
    return x < opaque(y);
  else
    return x < y;
}

}  // namespace gpu::math
