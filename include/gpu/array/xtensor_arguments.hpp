// SPDX-License-Identifier: BSD-3-Clause
// Functions with xtensor's arguments where they differ from NumPy's: flags for options, shapes for
// extents.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <gpu/array/adapt.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/linspace.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sets.hpp>
#include <gpu/array/statistics/digitize.hpp>
#include <gpu/array/statistics/histogram.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {

/// xtensor's wish what is checked of axes. Here they always are.
namespace check_policy {
struct none {};
struct full {};
}  // namespace check_policy

namespace detail {
template <class Policy>
concept axis_check =
    std::same_as<Policy, check_policy::none> || std::same_as<Policy, check_policy::full>;
}  // namespace detail

/// `eye<double>({2, 3}, 1)`: the matrix of this shape with ones on a diagonal.
/// @throws shape_error  unless there are two extents
template <element_type T = double>
[[nodiscard]] ndarray<T> eye(const shape& extents, strict_integer diagonal = 0,
                             device where = current_device()) {
  if (extents.size() != 2)
    throw shape_error(text_of("eye makes a matrix, not an array of shape ", extents));
  return eye<T>(extents[0], extents[1], diagonal, where);
}

/// `logspace(start, stop, count, false, base)`: in xtensor the base comes first.
template <class T = void, scalar_like Start, scalar_like Stop, scalar_like Base>
requires(!std::same_as<Base, bool>)
    [[nodiscard]] auto logspace(Start start, Stop stop, strict_integer count, Base base,
                                strict_bool endpoint = true) {
  return logspace<T>(start, stop, count, endpoint, static_cast<double>(base));
}

/// `rot90(m, 1, axes)`.
template <typed_array A>
[[nodiscard]] auto rot90(const A& m, const detail::axes_list& axes) {
  return rot90(m, 1, axes);
}

template <array_like A, detail::axis_check Policy>
[[nodiscard]] auto squeeze(A&& a, const detail::axes_list& axes, Policy /*policy*/) {
  return squeeze(std::forward<A>(a), axes);
}
template <array_like A, integer_like Axis, detail::axis_check Policy>
[[nodiscard]] auto squeeze(A&& a, Axis axis, Policy /*policy*/) {
  return squeeze(std::forward<A>(a), axis);
}
template <array_like A, detail::axis_check Policy>
[[nodiscard]] auto transpose(A&& a, const detail::axes_list& axes, Policy /*policy*/) {
  return transpose(std::forward<A>(a), axes);
}

/// `searchsorted` from the left if the flag holds, else from the right, as in xtensor.
template <typed_array A, operand V, std::same_as<bool> Flag>
[[nodiscard]] auto searchsorted(const A& a, const V& v, Flag right) {
  return searchsorted(a, v, right ? search_side::left : search_side::right);
}

/// `digitize(x, bins, right)`. Edges are always checked.
template <detail::array_argument X, detail::array_argument B>
[[nodiscard]] auto digitize(const X& x, const B& bins, bool right, bool /*assume_sorted*/) {
  return digitize(x, bins, right);
}

/// `isin(element, tests)` of the elements of a range of the host.
template <detail::array_or_vector A, std::input_iterator First, std::sentinel_for<First> Last>
[[nodiscard]] auto isin(const A& element, First first, Last last) {
  std::vector<std::iter_value_t<First>> tests;
  for (; first != last; ++first) tests.push_back(*first);
  return isin(element, tests);
}
/// The same of the elements in C order.
template <detail::array_or_vector A, std::input_iterator First, std::sentinel_for<First> Last>
[[nodiscard]] auto in1d(const A& ar1, First first, Last last) {
  return isin(ravel(ar1), first, last);
}

namespace detail {
/// What `histogram` gives with a flag for the density, which decides about the dtype nowhere.
template <class A, class Bins>
[[nodiscard]] auto histogram_with_flag(const A& a, const Bins& bins, const histogram_range& range,
                                       graph::node_ptr weights, bool density) {
  check_binned<A>();
  using edge = edge_of_t<A, Bins>;
  histogram_call call{bins, range, dtype_of<edge>, std::move(weights), density};
  histogram_nodes nodes = histogram_of(a.node(), call, false);
  nodes.counts = graph::make_cast(nodes.counts, dtype::float64);
  return histogram_result<double, edge>(nodes);
}
}  // namespace detail

/// The counts of `histogram`, or if the flag behind the other arguments holds, the density.
/// @dtype float64
template <typed_array A, bins_of_histogram Bins, std::same_as<bool> Flag>
[[nodiscard]] auto histogram(const A& a, const Bins& bins, Flag density) {
  return detail::histogram_with_flag(a, bins, {}, nullptr, density);
}
template <typed_array A, std::integral Bins, std::same_as<bool> Flag>
[[nodiscard]] auto histogram(const A& a, Bins bins, double left, double right, Flag density) {
  return detail::histogram_with_flag(a, bins, {left, right}, nullptr, density);
}
template <typed_array A, bins_of_histogram Bins, typed_array W, std::same_as<bool> Flag>
[[nodiscard]] auto histogram(const A& a, const Bins& bins, const W& weights, Flag density) {
  return detail::histogram_with_flag(a, bins, {}, weights.node(), density);
}
template <typed_array A, std::integral Bins, typed_array W>
[[nodiscard]] auto histogram(const A& a, Bins bins, const W& weights, double left, double right,
                             strict_bool density = false) {
  return detail::histogram_with_flag(a, bins, {left, right}, weights.node(), density);
}

/// The counts or the density of `histogram(a, bins, options...)`, converted to `T`:
/// `histogram<int>(a, edges, weights)`.
template <element_type T, typed_array A, class Bins, class... Options>
[[nodiscard]] auto histogram(const A& a, const Bins& bins, const Options&... options) {
  return histogram(a, bins, options...).template astype<T>();
}

/// xtensor's word for memory of `new[]` that an array takes over.
struct acquire_ownership {};

/// The elements as `adapt` has them; freed by `delete[]` when nothing here uses them any more.
/// @throws value_error  "cannot adapt 6 elements as an array of shape (2,2)"; the caller keeps the
///                      memory then
template <element_type T>
[[nodiscard]] auto adapt(T* elements, std::size_t size, acquire_ownership, const shape& extents) {
  detail::require_element_count(size, extents);
  adapt_options options;
  options.owner = std::shared_ptr<T[]>(elements);
  return adapt(elements, extents, options);
}
/// The same as one axis.
template <element_type T>
[[nodiscard]] auto adapt(T* elements, std::size_t size, acquire_ownership ownership) {
  return adapt(elements, size, ownership, shape{static_cast<std::ptrdiff_t>(size)});
}

}  // namespace gpu
