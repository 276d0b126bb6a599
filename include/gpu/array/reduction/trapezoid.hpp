// SPDX-License-Identifier: BSD-3-Clause
// Integrals by the trapezoidal rule.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <type_traits>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

namespace detail {

/// Elements [first, last) along an axis; negative bounds count from the end.
[[nodiscard]] graph::node_ptr part_along(const graph::node_ptr& value, std::ptrdiff_t axis,
                                         std::ptrdiff_t first, std::optional<std::ptrdiff_t> last);
/// The differences of `x` so that they broadcast with those of an array of `rank` axes.
[[nodiscard]] graph::node_ptr steps_of(const graph::node_ptr& x, std::size_t rank,
                                       std::ptrdiff_t axis);

}  // namespace detail

/// The integral by the trapezoidal rule along an axis, of elements `dx` apart. `numpy.trapezoid`.
template <array_like A, scalar_like Step = double>
[[nodiscard]] auto trapezoid(const A& y, Step dx = 1.0, axis_index axis = -1) {
  const auto behind = detail::expression_like<A>(detail::part_along(y.node(), axis, 1, {}));
  const auto before = detail::expression_like<A>(detail::part_along(y.node(), axis, 0, -1));
  return sum(dx * (behind + before) / 2.0, axis);
}
/// The same of elements at places `x`, an array or a vector of one axis, or of as many as `y`.
template <array_like A, class X>
requires(array_like<X> || detail::host_range<X>)
    [[nodiscard]] auto trapezoid(const A& y, const X& x, axis_index axis = -1) {
  const auto& places = detail::as_array(x, y.device());
  const auto behind = detail::expression_like<A>(detail::part_along(y.node(), axis, 1, {}));
  const auto before = detail::expression_like<A>(detail::part_along(y.node(), axis, 0, -1));
  const auto steps = detail::expression_like<std::remove_cvref_t<decltype(places)>>(
      detail::steps_of(places.node(), y.dimension(), axis));
  return sum(steps * (behind + before) / 2.0, axis);
}
template <array_like A, element_type Number>
[[nodiscard]] auto trapezoid(const A& y, std::initializer_list<Number> x, axis_index axis = -1) {
  return trapezoid(y, asarray(x, y.device()), axis);
}
/// The same of elements `dx` apart, with NumPy's None for their places.
template <array_like A, scalar_like Step>
[[nodiscard]] auto trapezoid(const A& y, std::nullopt_t, Step dx, axis_index axis = -1) {
  return trapezoid(y, dx, axis);
}
/// The same of elements 1 apart: `trapezoid(y, axis(0))`.
template <array_like A>
[[nodiscard]] auto trapezoid(const A& y, const axis_number& axis) {
  return trapezoid(y, 1.0, axis);
}
/// xtensor's name of `trapezoid`, and once NumPy's.
template <array_like A, class... Rest>
[[nodiscard]] auto trapz(const A& y, const Rest&... rest) {
  return trapezoid(y, rest...);
}

}  // namespace gpu
