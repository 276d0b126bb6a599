// SPDX-License-Identifier: BSD-3-Clause
// Where elements are: among sorted ones, and which are not zero.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/array/ufunc/options.hpp>
#include <gpu/core/option_name.hpp>

namespace gpu {

/// Where `searchsorted` puts an element among those equal to it: before them, or after.
enum class search_side { left, right };

namespace detail {
/// @throws value_error  "search side must be 'left' or 'right' (got 'x')"
[[nodiscard]] search_side search_side_of(std::string_view name);
[[nodiscard]] graph::node_ptr searched(const graph::node_ptr& sorted, const graph::node_ptr& v,
                                       search_side side, const graph::node_ptr& sorter);
/// Computed now.
[[nodiscard]] std::vector<graph::leaf_ptr> nonzero_leaves(const graph::node_ptr& a);
/// @throws value_error  "nonzero<2> of an array with 3 axes"
void require_dimensions(const char* name, std::size_t dimensions, const shape& extents);
/// The place from the first on of an entry of a tuple. @throws index_error
[[nodiscard]] std::ptrdiff_t place_in_tuple(std::ptrdiff_t place, std::size_t size);
[[nodiscard]] graph::leaf_ptr flat_nonzero_leaf(const graph::node_ptr& a);
[[nodiscard]] graph::leaf_ptr argwhere_leaf(const graph::node_ptr& a);

template <operand V>
[[nodiscard]] graph::node_ptr searched_value(const V& v) {
  if constexpr (scalar_like<V>)
    return scalar_node(v, dtype_of<V>);
  else
    return v.node();
}
}  // namespace detail

/// For each element of v how many of the elements of a come before it: the index at which it could
/// be put and a stay sorted. a ascends in the order of `gpu::sort`, in which nans come last.
/// `numpy.searchsorted`.
///
/// @param a     1-D
/// @param v     an array, or a number
/// @param side  left: elements of a that are equal do not count; right: they do
/// @shape   that of v
/// @dtype   int64; elements are compared in the promoted dtype
/// @throws  value_error  "object too deep for desired array" and "object of too small depth for
///                       desired array" if a is not 1-D
/// @throws  device_mismatch
template <array_like A, operand V>
[[nodiscard]] auto searchsorted(const A& a, const V& v, search_side side = search_side::left) {
  return expression<std::int64_t>(
      detail::searched(a.node(), detail::searched_value(v), side, nullptr));
}
/// The same of the elements of a in the order of `sorter`, as `argsort` gives it.
/// @enqueue the call waits for the least and the largest index
/// @throws  dtype_error  "could not parse sorter argument" if it is not 1-D
/// @throws  value_error  "sorter.size must equal a.size", "Sorter index out of range."
template <array_like A, operand V, detail::index_array S>
[[nodiscard]] auto searchsorted(const A& a, const V& v, search_side side, const S& sorter) {
  return expression<std::int64_t>(
      detail::searched(a.node(), detail::searched_value(v), side, detail::index_node(sorter)));
}

/// The same with NumPy's name of the side: `searchsorted(a, v, "right")`.
/// @throws  value_error  "search side must be 'left' or 'right' (got 'x')"
template <array_like A, operand V, detail::index_array... S>
requires(sizeof...(S) <= 1)
    [[nodiscard]] auto searchsorted(const A& a, const V& v, option_name side, const S&... sorter) {
  return searchsorted(a, v, detail::search_side_of(side), sorter...);
}

/// The same of vectors, lists and elements: `searchsorted(a, {2, 5, 0})`, `searchsorted(edges,
/// x(0))`. Side and sorter as above.
template <detail::array_or_vector A, detail::array_argument V, class... Options>
requires(detail::host_range<A> || detail::host_range<V> || element_proxy<V>)
    [[nodiscard]] auto searchsorted(const A& a, const V& v, const Options&... options) {
  const device where = detail::device_of_arguments(a, v);
  if constexpr (detail::number_or_element<V>)
    return searchsorted(detail::as_array(a, where), detail::read_proxy(v), options...);
  else
    return searchsorted(detail::as_array(a, where), detail::as_array(v, where), options...);
}
template <detail::array_or_vector A, element_type Number, class... Options>
[[nodiscard]] auto searchsorted(const A& a, std::initializer_list<Number> v,
                                const Options&... options) {
  return searchsorted(a, asarray(v, detail::device_of_arguments(a)), options...);
}
template <detail::array_or_vector A, class... Options>
[[nodiscard]] auto searchsorted(const A& a, const detail::list_argument& v,
                                const Options&... options) {
  return searchsorted(a, v.on(detail::device_of_arguments(a)), options...);
}

/// The indices of the elements that are not zero: an array for each axis, in C order.
/// `numpy.nonzero`.
///
/// @shape   (n,) each
/// @dtype   int64
/// @enqueue the call waits for the number of elements
/// @throws  value_error  "Calling nonzero on 0d arrays is not allowed. ..."
template <array_like A>
[[nodiscard]] auto nonzero(const A& a) {
  std::vector<ndarray<std::int64_t>> indices;
  for (graph::leaf_ptr& leaf : detail::nonzero_leaves(a.node()))
    indices.emplace_back(std::move(leaf));
  return indices;
}

/// The same of an array of `Dimensions` axes: `auto [i, j] = nonzero<2>(m);`.
/// @throws  value_error  unless it has as many axes
template <std::size_t Dimensions, array_like A>
[[nodiscard]] std::array<ndarray<std::int64_t>, Dimensions> nonzero(const A& a) {
  static_assert(Dimensions > 0, "nonzero of an array without axes is not defined");
  const graph::node_ptr node = a.node();
  detail::require_dimensions("nonzero", Dimensions, node->extents);
  const std::vector<graph::leaf_ptr> leaves = detail::nonzero_leaves(node);
  return [&]<std::size_t... Axis>(std::index_sequence<Axis...>) {
    return std::array{ndarray<std::int64_t>(leaves[Axis])...};
  }
  (std::make_index_sequence<Dimensions>());
}

inline ndarray<std::int64_t> where_option::operator[](std::ptrdiff_t axis) const {
  const std::ptrdiff_t place = detail::place_in_tuple(axis, size());
  return nonzero(expression<bool>(mask))[static_cast<std::size_t>(place)];
}
inline where_option::operator std::vector<ndarray<std::int64_t>>() const {
  return nonzero(expression<bool>(mask));
}

/// The positions in C order of the elements that are not zero. `numpy.flatnonzero`.
/// @shape   (n,)
/// @dtype   int64
/// @enqueue the call waits for the number of elements
template <array_like A>
[[nodiscard]] auto flatnonzero(const A& a) {
  return ndarray<std::int64_t>(detail::flat_nonzero_leaf(a.node()));
}

/// The indices of the elements that are not zero, those of one element as a row. `numpy.argwhere`.
/// @shape   (n, number of axes)
/// @dtype   int64
/// @enqueue the call waits for the number of elements
template <array_like A>
[[nodiscard]] auto argwhere(const A& a) {
  return ndarray<std::int64_t>(detail::argwhere_leaf(a.node()));
}

}  // namespace gpu
