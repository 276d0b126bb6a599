// SPDX-License-Identifier: BSD-3-Clause
// xtensor's functions of lists of indices, which are the rows of a matrix here, as `argwhere` gives
// them; and its orders of elements.
#pragma once

#include <cstdint>

#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/layout_type.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

/// The indices as they are: rows of a matrix.
template <detail::index_array I>
[[nodiscard]] auto from_indices(const I& indices) {
  return expression<typename I::value_type>(indices.node());
}
/// The indices one after the other, with one axis.
template <detail::index_array I>
[[nodiscard]] auto flatten_indices(const I& indices) {
  return ravel(indices);
}
/// The positions in C order of elements with these indices in an array with such extents. Not
/// checked: `ravel_multi_index` does.
/// @shape  (elements, axes) -> (elements,)
/// @throws shape_error  unless the rows are as long as there are axes
template <detail::index_array I>
[[nodiscard]] auto ravel_indices(const I& indices, const shape& extents) {
  ndarray<std::int64_t> steps(shape{static_cast<std::ptrdiff_t>(extents.size())}, indices.device());
  std::int64_t step = 1;
  for (std::size_t axis = extents.size(); axis-- > 0; step *= extents[axis]) steps(axis) = step;
  return sum(indices * steps, -1);
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
