// SPDX-License-Identifier: BSD-3-Clause
// Comparisons, also of a signed integer with an unsigned one, by value.
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::math {

template <class A, class B>
GPU_HD constexpr bool equal(A x, B y) {
  if constexpr (is_same<A, B>)
    return x == y;
  else if constexpr (is_signed<A>)
    return x >= 0 && static_cast<B>(x) == y;
  else
    return y >= 0 && x == static_cast<A>(y);
}

template <class A, class B>
GPU_HD constexpr bool less(A x, B y) {
  if constexpr (is_same<A, B>)
    return x < y;
  else if constexpr (is_signed<A>)
    return x < 0 || static_cast<B>(x) < y;
  else
    return y >= 0 && x < static_cast<A>(y);
}

template <class A, class B>
GPU_HD constexpr bool less_equal(A x, B y) {
  if constexpr (is_same<A, B>)
    return x <= y;
  else if constexpr (is_signed<A>)
    return x < 0 || static_cast<B>(x) <= y;
  else
    return y >= 0 && x <= static_cast<A>(y);
}

}  // namespace gpu::math
