// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <ranges>
#include <utility>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/result_type.hpp>
#include <gpu/array/scalar_operand.hpp>

namespace gpu {

namespace detail {
/// Horner's scheme in dtype `type`, from the highest power down.
[[nodiscard]] graph::node_ptr horner(dtype type, const std::vector<graph::node_ptr>& coefficients,
                                     const graph::node_ptr& x);
/// The parts of an array along its first axis.
/// @throws dtype_error  "iteration over a 0-d array"
[[nodiscard]] std::vector<graph::node_ptr> parts_of(const graph::node_ptr& coefficients);

template <class X>
concept polynomial_point = typed_array<X> || scalar_like<X>;
}  // namespace detail

/// The value of a polynomial at each `x`, by Horner's scheme: `p` has the coefficients, that of the
/// highest power first. One kernel, unless there are more than about 40. `numpy.polyval`.
///
/// @dtype   the promoted type; coefficients that are C++ numbers are weak, as all such numbers
/// @throws  overflow_error  for a number that the integer type of `x` cannot hold
template <typed_array P, detail::polynomial_point X>
[[nodiscard]] auto polyval(const P& p, const X& x) {
  using T = result_type_t<P, X>;
  return expression<T>(detail::horner(dtype_of<T>, detail::parts_of(p.node()),
                                      detail::operand_node(x, dtype_of<T>)));
}
template <std::ranges::input_range Numbers, detail::polynomial_point X>
requires(scalar_like<std::ranges::range_value_t<Numbers>> && !array_like<Numbers> &&
         !xtensor_expression<Numbers>) [[nodiscard]] auto polyval(const Numbers& p, const X& x) {
  using T = result_type_t<std::ranges::range_value_t<Numbers>, X>;
  std::vector<graph::node_ptr> coefficients;
  for (const auto& number : p) coefficients.push_back(detail::assigned_scalar<T>(number));
  return expression<T>(
      detail::horner(dtype_of<T>, coefficients, detail::operand_node(x, dtype_of<T>)));
}
/// At an element of an array.
template <class P, element_proxy X>
requires(requires(const P& p) { polyval(p, typename X::value_type()); })
    [[nodiscard]] auto polyval(const P& p, const X& x) {
  return polyval(p, detail::read_proxy(x));
}
/// At the elements of a vector or of a list: `polyval(p, {1, 2})`.
template <class P, detail::host_range X>
[[nodiscard]] auto polyval(const P& p, const X& x) {
  return polyval(p, asarray(x, detail::device_of_arguments(p)));
}
template <scalar_like Number, class X>
requires(detail::polynomial_point<X> || element_proxy<X> || detail::host_range<X>)
    [[nodiscard]] auto polyval(std::initializer_list<Number> p, const X& x) {
  return polyval(std::vector<Number>(p), x);
}
/// Coefficients of several types are float64: `polyval({1, 0.5}, x)`.
template <class X>
requires(detail::polynomial_point<X> || element_proxy<X> || detail::host_range<X>)
    [[nodiscard]] auto polyval(const detail::list_argument& p, const X& x) {
  return polyval(p.doubles(), x);
}
template <class P, scalar_like Number>
[[nodiscard]] auto polyval(const P& p, std::initializer_list<Number> x) {
  return polyval(p, asarray(x, detail::device_of_arguments(p)));
}
template <class P>
[[nodiscard]] auto polyval(const P& p, const detail::list_argument& x) {
  return polyval(p, x.doubles());
}
template <scalar_like Number, scalar_like Point>
[[nodiscard]] auto polyval(std::initializer_list<Number> p, std::initializer_list<Point> x) {
  return polyval(std::vector<Number>(p), asarray(x));
}
[[nodiscard]] inline auto polyval(const detail::list_argument& p, const detail::list_argument& x) {
  return polyval(p.doubles(), asarray(x.doubles()));
}

}  // namespace gpu
