// SPDX-License-Identifier: BSD-3-Clause
// xtensor's functions of lists of indices, which are the rows of a matrix here, as `argwhere` gives
// them; and its orders of elements.
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/index_arrays.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/layout_type.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

/// The indices of elements, one after the other, as the rows of a matrix: a vector of lists of
/// numbers, braces, or such a matrix as it is.
/// @shape (elements, axes)
/// @dtype int64; that of a matrix
/// @throws shape_error  unless all lists are of one length
[[nodiscard]] ndarray<std::int64_t> from_indices(const std::vector<shape>& indices);
template <detail::index_rows I>
[[nodiscard]] ndarray<std::int64_t> from_indices(const I& indices) {
  return from_indices(std::vector<shape>(std::ranges::begin(indices), std::ranges::end(indices)));
}
template <detail::index_array I>
[[nodiscard]] auto from_indices(const I& indices) {
  return detail::expression_like<I>(detail::index_node(indices));
}
/// What `nonzero` gives, a row for each axis.
/// @shape (axes, elements)
template <detail::index_array I>
[[nodiscard]] auto from_indices(const std::vector<I>& indices) {
  return stack(indices);
}

/// The indices of `from_indices` one after the other, with one axis.
template <class I>
[[nodiscard]] auto flatten_indices(const I& indices) {
  return ravel(from_indices(indices));
}

/// For `ravel_indices`: gives an array, or a std::vector, which waits.
struct ravel_tensor_tag {};
struct ravel_vector_tag {};

namespace detail {
/// @throws shape_error  unless the rows are as long as there are axes
[[nodiscard]] graph::node_ptr raveled_rows(const graph::node_ptr& rows, const shape& extents,
                                           layout_type order);
}  // namespace detail

/// The positions of elements in an array with such extents, in C order or with `column_major` in
/// Fortran's, of indices as `from_indices` takes them. Not checked: `ravel_multi_index` does.
/// @tparam Tag  `ravel_vector_tag` for a std::vector
/// @shape  (elements, axes) -> (elements,)
/// @throws shape_error  unless the rows are as long as there are axes
template <class Tag = ravel_tensor_tag, class I>
[[nodiscard]] auto ravel_indices(const I& indices, const shape& extents,
                                 layout_type order = layout_type::row_major) {
  const expression<std::int64_t> positions(
      detail::raveled_rows(from_indices(indices).node(), extents, order));
  if constexpr (std::same_as<Tag, ravel_vector_tag>)
    return positions.tolist();
  else
    return positions;
}
/// The indices of elements at positions in C order, one after the other, as the rows of a matrix.
/// `unravel_index` gives an array for each axis.
/// @shape  (elements,) -> (elements, axes)
/// @throws value_error  "index 6 is out of bounds for array with size 6"
/// @enqueue the call waits for the least and the largest position
[[nodiscard]] inline auto unravel_indices(const detail::index_argument& positions,
                                          const shape& extents) {
  return stack(unravel_index(positions, extents), 1);
}

/// The elements in C order, or with `layout_type::column_major` in Fortran's.
template <layout_type Order, typed_array A>
[[nodiscard]] auto ravel(const A& a) {
  return Order == layout_type::column_major ? ravel(transpose(a)) : ravel(a);
}
template <layout_type Order, typed_array A>
[[nodiscard]] auto flatten(const A& a) {
  return ravel<Order>(a);
}

}  // namespace gpu
