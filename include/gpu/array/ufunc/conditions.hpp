// SPDX-License-Identifier: BSD-3-Clause
// Results that are bools, which may stand in a condition of C++.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/expression.hpp>

namespace gpu {

template <class T>
class array_view;
template <class T>
class indexed_view;

namespace detail {

template <class A>
inline constexpr bool is_view = false;
template <class T>
inline constexpr bool is_view<array_view<T>> = true;
template <class T>
inline constexpr bool is_view<indexed_view<T>> = true;

/// Whether an operand is an array or a view, which are seldom single elements: a result that was
/// computed, as that of a reduction, is none, nor is an array that ends here.
template <class A>
inline constexpr bool is_stored = is_view<std::remove_cvref_t<A>> ||
                                  (std::is_lvalue_reference_v<A> &&
                                   std::is_base_of_v<array_base, std::remove_cvref_t<A>>);

/// Bools of these operands, which may stand in a condition unless one of them is an array.
template <class... Operands>
[[nodiscard]] auto as_condition(expression<bool> value) {
  if constexpr ((is_stored<Operands> || ...))
    return value;
  else
    return condition(std::move(value).take());
}

template <class A>
concept single_truth = std::derived_from<std::remove_cvref_t<A>, truth> || scalar_like<A>;
template <class A>
concept single_condition = single_truth<A> || std::derived_from<std::remove_cvref_t<A>, condition>;

/// What is made of bools: may stand in a condition if all of them may.
template <class... Operands, class Value>
[[nodiscard]] auto as_truth(Value&& value) {
  if constexpr ((single_truth<Operands> && ...))
    return truth(std::forward<Value>(value).take());
  else if constexpr ((single_condition<Operands> && ...))
    return condition(std::forward<Value>(value).take());
  else
    return std::forward<Value>(value);
}

/// Whether `a && b` is that of C++, which does not compute `b` where `a` decides: a condition
/// beside a bool or a number.
template <class A, class B>
concept short_circuits = (!array_like<A> && single_condition<B>) ||
                         (single_condition<A> && !array_like<B>);

}  // namespace detail
}  // namespace gpu
