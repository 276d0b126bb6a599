// SPDX-License-Identifier: BSD-3-Clause
// What functions that are composed of ops do with their operands.
#pragma once

#include <type_traits>

#include <gpu/array/concepts.hpp>

namespace gpu::detail {

/// An operand that a composed function uses more than once. Expressions of xtensor that end with
/// the call are copied into each use, since functions of xtensor refer to what outlives them.
template <class A>
constexpr decltype(auto) repeated(std::remove_reference_t<A>& operand) {
  if constexpr (xtensor_expression<A> && !std::is_lvalue_reference_v<A>)
    return std::remove_cvref_t<A>(operand);
  else
    return (operand);
}

/// The dtype of a number, or of the elements of an operand that is typed.
template <class A>
consteval dtype element_dtype() {
  using plain = std::remove_cvref_t<A>;
  if constexpr (scalar_like<plain>)
    return dtype_of<plain>;
  else
    return dtype_of<typename plain::value_type>;
}
/// Whether the dtype of an operand is known at run time only.
template <class A>
concept untyped = !scalar_like<A> && !typed_array<A> && !xtensor_expression<A>;

}  // namespace gpu::detail
