// SPDX-License-Identifier: BSD-3-Clause
// Operators of arrays: NumPy's, but `==` and `!=` are one bool, as everywhere in C++.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

#include <gpu/array/indexing/indexed_view.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/operand_checks.hpp>
#include <gpu/array/ufunc/conditions.hpp>
#include <gpu/array/ufunc/equality.hpp>
#include <gpu/array/ufunc/number_updates.hpp>
#include <gpu/array/ufunc/refused_vectors.hpp>
#include <gpu/ops.hpp>

namespace gpu {

template <class A, class B>
requires array_operands<A, B>
auto operator+(A&& a, B&& b) {
  return add(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator-(A&& a, B&& b) {
  return subtract(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator*(A&& a, B&& b) {
  return multiply(std::forward<A>(a), std::forward<B>(b));
}
/// True division, as NumPy's: integers give float64.
template <class A, class B>
requires array_operands<A, B>
auto operator/(A&& a, B&& b) {
  return divide(std::forward<A>(a), std::forward<B>(b));
}
/// NumPy's remainder: it has the sign of the divisor.
template <class A, class B>
requires array_operands<A, B>
auto operator%(A&& a, B&& b) {
  return remainder(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator&(A&& a, B&& b) {
  return bitwise_and(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator|(A&& a, B&& b) {
  return bitwise_or(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator^(A&& a, B&& b) {
  return bitwise_xor(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator<<(A&& a, B&& b) {
  return left_shift(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator>>(A&& a, B&& b) {
  return right_shift(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator<(A&& a, B&& b) {
  return less(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator<=(A&& a, B&& b) {
  return less_equal(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator>(A&& a, B&& b) {
  return greater(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires array_operands<A, B>
auto operator>=(A&& a, B&& b) {
  return greater_equal(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
requires(array_operands<A, B> && !detail::short_circuits<A, B>) auto operator&&(A&& a, B&& b) {
  return detail::as_truth<A, B>(logical_and(std::forward<A>(a), std::forward<B>(b)));
}
template <class A, class B>
requires(array_operands<A, B> && !detail::short_circuits<A, B>) auto operator||(A&& a, B&& b) {
  return detail::as_truth<A, B>(logical_or(std::forward<A>(a), std::forward<B>(b)));
}

template <array_like A>
auto operator+(A&& a) {
  return positive(std::forward<A>(a));
}
template <array_like A>
auto operator-(A&& a) {
  return negative(std::forward<A>(a));
}
template <array_like A>
auto operator~(A&& a) {
  return invert(std::forward<A>(a));
}
template <array_like A>
auto operator!(A&& a) {
  return detail::as_truth<A>(logical_not(std::forward<A>(a)));
}

/// True if shapes and all elements are equal; nan equals nothing. Waits.
template <class A, class B>
requires(array_like<A>&& array_like<B>) [[nodiscard]] equality operator==(const A& a, const B& b) {
  graph::node_ptr first = a.read_node(), second = b.read_node();
  if (first->extents != second->extents) return equality(std::move(first), std::move(second));
  return equality(detail::all_true(equal(a, b).node()));
}
template <class A, class B>
requires(array_like<A>&& array_like<B>) [[nodiscard]] inequality operator!=(const A& a,
                                                                            const B& b) {
  return inequality(a == b);
}

/// Whether the only element is a number: `gpu::count_nonzero(x) == 3`. Waits.
/// @throws value_error  unless there is exactly one: `gpu::equal(x, 3)` compares each
template <class A, class Number>
requires(array_like<A>&& scalar_like<Number>) [[nodiscard]] bool operator==(const A& a,
                                                                            const Number& number) {
  detail::require_one_to_compare(a.read_node()->extents);
  return detail::all_true(equal(a, number).node());
}

namespace detail {

/// In-place results keep the array's dtype, by NumPy's rule "same_kind".
/// @throws dtype_error  if the result's dtype is known only now, and does not fit
template <class Function, class T, class Value>
void check_same_kind(const Value& value) {
  constexpr bool divides = std::string_view(Function::name) == "divide";
  if constexpr (!typed_array<Value>)
    require_output(Function::name, value.dtype(), dtype_of<T>, casting::same_kind);
  else if constexpr (divides && is_integer(dtype_of<T>))
    static_assert(!divides,
                  "integers divided are real, which by NumPy's casting rule 'same_kind' no "
                  "integers become: gpu::floor_divide(a, b, gpu::out(a)), or "
                  "gpu::trunc_divide as C++ divides");
  else
    static_assert(can_cast(dtype_of<typename Value::value_type>, dtype_of<T>, casting::same_kind),
                  "the result of an in-place operator does not fit the array's dtype by NumPy's "
                  "casting rule 'same_kind'");
}

template <class Function, class T, class B>
ndarray<T>& update(ndarray<T>& a, B&& b, const Function& function) {
  auto value = function(a, std::forward<B>(b));
  check_same_kind<Function, T>(value);
  a.update(std::move(value).take());
  return a;
}

template <class Function, class View, class B>
requires is_view<View>
const View& update(const View& a, B&& b, const Function& function) {
  using T = typename View::value_type;
  auto value = function(a, std::forward<B>(b));
  check_same_kind<Function, T>(value);
  require_shape(value.node()->extents, a.read_node()->extents);
  return a.write_node(std::move(value).take());
}

template <class Function, class T, scalar_like B>
const indexed_view<T>& update(const indexed_view<T>& a, B&& b, const Function& function) {
  auto value = function(expression<T>(a.has_mask() ? a.unmasked() : a.node()), b);
  check_same_kind<Function, T>(value);
  if (a.has_mask())
    a.write_unmasked(value.node());
  else
    a.write_node(std::move(value).take());
  return a;
}

template <class A>
inline constexpr bool is_array_part = false;
template <class T>
inline constexpr bool is_array_part<array_part<T>> = true;

template <class Function, class Part, class B>
requires is_array_part<Part>
void update(Part& a, B&& b, const Function& function) {
  using T = typename Part::value_type;
  auto value = function(a, std::forward<B>(b));
  check_same_kind<Function, T>(value);
  require_shape(value.node()->extents, a.node()->extents);
  std::move(a).write_node(std::move(value).take());
}

}  // namespace detail

/// An array, or a view of one, that can be updated in place; parts of arrays where they are made.
template <class A>
concept updatable = detail::is_array_part<A> || detail::is_view<std::remove_cvref_t<A>> ||
    requires(A& a) {
  []<class T>(ndarray<T>&) {}(a);
};

template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator+=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), add);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator-=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), subtract);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator*=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), multiply);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator/=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), divide);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator%=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), remainder);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator&=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), bitwise_and);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator|=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), bitwise_or);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator^=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), bitwise_xor);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator<<=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), left_shift);
}
template <updatable A, class B>
requires array_operands<A, B>
decltype(auto) operator>>=(A&& a, B&& b) {
  return detail::update(a, std::forward<B>(b), right_shift);
}

}  // namespace gpu
