// SPDX-License-Identifier: BSD-3-Clause
// What an operand is as a whole, whatever its elements are.
#pragma once

#include <gpu/array/ufunc/repeated_operand.hpp>

namespace gpu {

/// Whether the dtype is complex. `numpy.iscomplexobj`.
template <operand A>
[[nodiscard]] constexpr bool iscomplexobj([[maybe_unused]] const A& a) {
  if constexpr (detail::untyped<A>)
    return traits(a.dtype()).kind == dtype_kind::complex;
  else
    return traits(detail::element_dtype<A>()).kind == dtype_kind::complex;
}

/// Whether the dtype is not complex. `numpy.isrealobj`.
template <operand A>
[[nodiscard]] constexpr bool isrealobj(const A& a) {
  return !iscomplexobj(a);
}

/// Whether it is a number, and no array. `numpy.isscalar`.
template <class A>
[[nodiscard]] constexpr bool isscalar(const A&) {
  return scalar_like<A>;
}

}  // namespace gpu
