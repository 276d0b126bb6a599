// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic and functions of one complex element of an array, which templates of <complex> do not
// take: `z(0) * z(1)`, `2.0 * z(0)`. The functions are found by their argument: `abs(z(0))`, also
// after `using std::abs`. Qualified, `std::abs(z(0))` finds no function: templates of the standard
// library take no proxy, but `std::abs(std::complex<double>(z(0)))`.
#pragma once

#include <complex>
#include <type_traits>

#include <gpu/array/concepts.hpp>
#include <gpu/core/dtype.hpp>

namespace gpu::complex_functions {

/// What derives from it finds the functions of this namespace by its type.
struct argument {};

template <class E>
concept complex_element = element_proxy<E> && traits(dtype_of<typename E::value_type>)
.kind == dtype_kind::complex;

/// The number that an element reads as.
template <complex_element E>
[[nodiscard]] auto number_of(const E& element) {
  using T = typename E::value_type;
  return std::complex<typename T::value_type>(static_cast<T>(element));
}

#define GPU_COMPLEX_FUNCTION(name)            \
  template <complex_element E>                \
  [[nodiscard]] auto name(const E& element) { \
    return std::name(number_of(element));     \
  }

GPU_COMPLEX_FUNCTION(abs)
GPU_COMPLEX_FUNCTION(acos)
GPU_COMPLEX_FUNCTION(acosh)
GPU_COMPLEX_FUNCTION(arg)
GPU_COMPLEX_FUNCTION(asin)
GPU_COMPLEX_FUNCTION(asinh)
GPU_COMPLEX_FUNCTION(atan)
GPU_COMPLEX_FUNCTION(atanh)
GPU_COMPLEX_FUNCTION(conj)
GPU_COMPLEX_FUNCTION(cos)
GPU_COMPLEX_FUNCTION(cosh)
GPU_COMPLEX_FUNCTION(exp)
GPU_COMPLEX_FUNCTION(imag)
GPU_COMPLEX_FUNCTION(log)
GPU_COMPLEX_FUNCTION(log10)
GPU_COMPLEX_FUNCTION(norm)
GPU_COMPLEX_FUNCTION(proj)
GPU_COMPLEX_FUNCTION(real)
GPU_COMPLEX_FUNCTION(sin)
GPU_COMPLEX_FUNCTION(sinh)
GPU_COMPLEX_FUNCTION(sqrt)
GPU_COMPLEX_FUNCTION(tan)
GPU_COMPLEX_FUNCTION(tanh)

#undef GPU_COMPLEX_FUNCTION

template <class B>
inline constexpr bool is_complex_number = false;
template <class R>
inline constexpr bool is_complex_number<std::complex<R>> = true;
/// What a complex element is computed with: another element, a complex or a real number.
template <class B>
concept complex_operand = element_proxy<B> || std::is_arithmetic_v<B> || is_complex_number<B>;
/// One of the two is an element, and one of them is complex.
template <class A, class B>
concept complex_operands = complex_operand<A> && complex_operand<B> &&
    (complex_element<A> || complex_element<B> || (element_proxy<A> && is_complex_number<B>) ||
     (is_complex_number<A> && element_proxy<B>));

/// An operand as a complex number of parts of type `R`.
template <class R, class A>
[[nodiscard]] std::complex<R> as_complex(const A& operand) {
  if constexpr (complex_element<A>)
    return std::complex<R>(number_of(operand));
  else if constexpr (element_proxy<A>)
    return std::complex<R>(static_cast<R>(static_cast<typename A::value_type>(operand)));
  else if constexpr (std::is_arithmetic_v<A>)
    return std::complex<R>(static_cast<R>(operand));
  else
    return std::complex<R>(operand);
}
/// The parts of an operand; a real number has those of the element beside it.
template <class A>
struct parts_of : std::type_identity<float> {};
template <complex_element A>
struct parts_of<A> : std::type_identity<typename A::value_type::value_type> {};
template <class R>
struct parts_of<std::complex<R>> : std::type_identity<R> {};
template <class A, class B>
using common_parts = std::common_type_t<typename parts_of<A>::type, typename parts_of<B>::type>;

template <class A, class B>
requires complex_operands<A, B>
[[nodiscard]] auto operator+(const A& a, const B& b) {
  return as_complex<common_parts<A, B>>(a) + as_complex<common_parts<A, B>>(b);
}
template <class A, class B>
requires complex_operands<A, B>
[[nodiscard]] auto operator-(const A& a, const B& b) {
  return as_complex<common_parts<A, B>>(a) - as_complex<common_parts<A, B>>(b);
}
template <class A, class B>
requires complex_operands<A, B>
[[nodiscard]] auto operator*(const A& a, const B& b) {
  return as_complex<common_parts<A, B>>(a) * as_complex<common_parts<A, B>>(b);
}
template <class A, class B>
requires complex_operands<A, B>
[[nodiscard]] auto operator/(const A& a, const B& b) {
  return as_complex<common_parts<A, B>>(a) / as_complex<common_parts<A, B>>(b);
}
template <class A, class B>
requires complex_operands<A, B>
[[nodiscard]] bool operator==(const A& a, const B& b) {
  return as_complex<common_parts<A, B>>(a) == as_complex<common_parts<A, B>>(b);
}
/// `s += z(0)` of a number `s`.
template <class R, complex_element E>
std::complex<R>& operator+=(std::complex<R>& number, const E& element) {
  return number += number_of(element);
}
template <class R, complex_element E>
std::complex<R>& operator-=(std::complex<R>& number, const E& element) {
  return number -= number_of(element);
}
template <class R, complex_element E>
std::complex<R>& operator*=(std::complex<R>& number, const E& element) {
  return number *= number_of(element);
}
template <class R, complex_element E>
std::complex<R>& operator/=(std::complex<R>& number, const E& element) {
  return number /= number_of(element);
}
template <complex_element A>
[[nodiscard]] auto operator-(const A& a) {
  return -number_of(a);
}
template <complex_element A>
[[nodiscard]] auto operator+(const A& a) {
  return number_of(a);
}

}  // namespace gpu::complex_functions
