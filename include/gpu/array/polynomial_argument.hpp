// SPDX-License-Identifier: BSD-3-Clause
// Polynomials as functions of them take them: as NumPy's array_like of coefficients, or a `poly1d`,
// which makes polynomials of the results.
#pragma once

#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/list_argument.hpp>

namespace gpu {

template <element_type T>
class poly1d;

namespace detail {

template <class>
inline constexpr bool is_poly1d = false;
template <class T>
inline constexpr bool is_poly1d<poly1d<T>> = true;

/// An array, a vector, a list or a number, or a `poly1d`.
template <class P>
concept polynomial_argument = typed_array<P> || host_range<P> || number_or_element<P> ||
    is_poly1d<P> || std::same_as<P, list_argument>;

/// An array of the coefficients. Numbers of several types in a list are float64.
template <polynomial_argument P>
[[nodiscard]] decltype(auto) coefficients_of(const P& p, device where) {
  if constexpr (is_poly1d<P>)
    return (p.coefficients());
  else if constexpr (std::same_as<P, list_argument>)
    return asarray(p.doubles(), where);
  else
    return as_array(p, where);
}

/// That of the first one which is a `poly1d`.
template <class First, class... More>
[[nodiscard]] const std::string& variable_of(const First& first, const More&... more) {
  if constexpr (is_poly1d<First>)
    return first.variable();
  else
    return variable_of(more...);
}

/// Coefficients as they are, or as a `poly1d` if one was given.
template <class T, class... P>
[[nodiscard]] auto as_given(const expression<T>& coefficients, const P&... given) {
  if constexpr ((is_poly1d<P> || ...))
    return poly1d<T>(coefficients, variable_of(given...));
  else
    return coefficients;
}
template <class... Parts, class... P>
[[nodiscard]] auto as_given(const std::tuple<Parts...>& parts, const P&... given) {
  return std::apply([&](const auto&... part) { return std::tuple(as_given(part, given...)...); },
                    parts);
}

/// A function of two polynomials, `Function::of(a, b)` of arrays.
template <class Function>
class function_of_polynomials {
 public:
  template <polynomial_argument A, polynomial_argument B>
  [[nodiscard]] auto operator()(const A& a, const B& b) const {
    return call(a, b);
  }
  template <element_type Number, polynomial_argument B>
  [[nodiscard]] auto operator()(std::initializer_list<Number> a, const B& b) const {
    return call(a, b);
  }
  template <polynomial_argument A, element_type Number>
  [[nodiscard]] auto operator()(const A& a, std::initializer_list<Number> b) const {
    return call(a, b);
  }
  template <element_type Number, element_type Other>
  [[nodiscard]] auto operator()(std::initializer_list<Number> a,
                                std::initializer_list<Other> b) const {
    return call(a, b);
  }
  template <polynomial_argument B>
  [[nodiscard]] auto operator()(const list_argument& a, const B& b) const {
    return call(a, b);
  }
  template <polynomial_argument A>
  [[nodiscard]] auto operator()(const A& a, const list_argument& b) const {
    return call(a, b);
  }
  [[nodiscard]] auto operator()(const list_argument& a, const list_argument& b) const {
    return call(a, b);
  }

 private:
  template <class A, class B>
  [[nodiscard]] static auto call(const A& a, const B& b) {
    const device where = device_of_arguments(a, b);
    return as_given(Function::of(coefficients_of(a, where), coefficients_of(b, where)), a, b);
  }
};

}  // namespace detail
}  // namespace gpu
