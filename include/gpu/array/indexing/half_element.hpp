// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic and comparisons of one float16 or bfloat16 element of an array: `h(0) + h(1)`,
// `2 * h(0)`. They are those of the number that it reads as.
#pragma once

#include <type_traits>

#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/complex_element.hpp>
#include <gpu/array/nested_list.hpp>

namespace gpu::half_operators {

/// What derives from it finds the operators of this namespace by its type.
struct argument {};

template <class E>
concept half_element = element_proxy<E> && detail::is_half<typename E::value_type>;
template <class B>
concept half_operand = element_proxy<B> || element_type<B>;
template <class A, class B>
concept half_operands = half_operand<A> && half_operand<B> &&
    (half_element<A> || half_element<B>)&&!complex_functions::complex_operands<A, B>;

template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] auto operator+(const A& a, const B& b) {
  return detail::read_proxy(a) + detail::read_proxy(b);
}
template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] auto operator-(const A& a, const B& b) {
  return detail::read_proxy(a) - detail::read_proxy(b);
}
template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] auto operator*(const A& a, const B& b) {
  return detail::read_proxy(a) * detail::read_proxy(b);
}
template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] auto operator/(const A& a, const B& b) {
  return detail::read_proxy(a) / detail::read_proxy(b);
}
template <half_element A>
[[nodiscard]] auto operator-(const A& a) {
  return -detail::read_proxy(a);
}
template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] bool operator==(const A& a, const B& b) {
  return detail::read_proxy(a) == detail::read_proxy(b);
}
template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] bool operator<(const A& a, const B& b) {
  return detail::read_proxy(a) < detail::read_proxy(b);
}
template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] bool operator>(const A& a, const B& b) {
  return detail::read_proxy(a) > detail::read_proxy(b);
}
template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] bool operator<=(const A& a, const B& b) {
  return detail::read_proxy(a) <= detail::read_proxy(b);
}
template <class A, class B>
requires half_operands<A, B>
[[nodiscard]] bool operator>=(const A& a, const B& b) {
  return detail::read_proxy(a) >= detail::read_proxy(b);
}

}  // namespace gpu::half_operators
