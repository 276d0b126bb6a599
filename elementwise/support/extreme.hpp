// SPDX-License-Identifier: BSD-3-Clause
// The ends of the order of an element type.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::math {

/// No element is less: -inf, the least integer, false; -inf in both parts.
template <class T>
GPU_HD constexpr T least() {
  if constexpr (is_complex<T>)
    return T(least<typename T::value_type>(), least<typename T::value_type>());
  else if constexpr (!integral_element<T>)
    return T(-infinity<T>);
  else if constexpr (is_signed<T>)
    return static_cast<T>(1ull << (8 * sizeof(T) - 1));
  else
    return T(0);
}

/// No element is greater.
template <class T>
GPU_HD constexpr T greatest() {
  if constexpr (is_complex<T>)
    return T(greatest<typename T::value_type>(), greatest<typename T::value_type>());
  else if constexpr (!integral_element<T>)
    return T(infinity<T>);
  else if constexpr (is_signed<T>)
    return static_cast<T>(~(1ull << (8 * sizeof(T) - 1)));
  else
    return static_cast<T>(~0ull);
}

}  // namespace gpu::math
