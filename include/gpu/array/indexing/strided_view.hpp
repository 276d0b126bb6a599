// SPDX-License-Identifier: BSD-3-Clause
// Views by lists of slices, whose length is known only at run time, and xtensor's names of common
// ones. As `view`: of a mutable array they are assignable, and none of them moves memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <gpu/array/indexing/view.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {

/// `{0, all(), range(1, 3), newaxis(), ellipsis()}`.
using xstrided_slice_vector = std::vector<slice>;

/// `a[slices]`.
/// @throws index_error  as `view`
template <class T>
[[nodiscard]] array_view<T> strided_view(ndarray<T>& a, const xstrided_slice_vector& slices) {
  return {a.link(), sliced(a.extents(), slices)};
}
template <class T>
[[nodiscard]] array_view<T> strided_view(const array_view<T>& a,
                                         const xstrided_slice_vector& slices) {
  return a.part(slices);
}
/// The same of a value that cannot be written.
template <array_like A>
[[nodiscard]] auto strided_view(const A& a, const xstrided_slice_vector& slices) {
  const graph::node_ptr node = a.node();
  return detail::expression_like<A>(graph::make_view(node, sliced(node->extents, slices)));
}
template <class T>
[[nodiscard]] expression<T> strided_view(const ndarray<T>&& a,
                                         const xstrided_slice_vector& slices) {
  return strided_view(static_cast<const ndarray<T>&>(a), slices);
}

namespace detail {
/// @throws shape_error  "a row can only be taken of a matrix, not of an array with 3 axes"
inline void require_matrix(const char* what, std::size_t rank) {
  if (rank != 2)
    throw shape_error(text_of("a ", what, " can only be taken of a matrix, not of an array with ",
                              rank, " axes"));
}
}  // namespace detail

/// One row of a matrix; negative indices count from the end. xtensor's `row`.
/// @shape  (m, n) -> (n,)
/// @throws shape_error  unless `a` has two axes; index_error
template <array_like A>
[[nodiscard]] auto row(A&& a, strict_integer index) {
  detail::require_matrix("row", a.dimension());
  return view(std::forward<A>(a), index, all());
}
/// One column of a matrix. xtensor's `col`.
/// @shape  (m, n) -> (m,)
/// @throws shape_error  unless `a` has two axes; index_error
template <array_like A>
[[nodiscard]] auto col(A&& a, strict_integer index) {
  detail::require_matrix("column", a.dimension());
  return view(std::forward<A>(a), all(), index);
}

/// `N` axes at least; those that are missing are put in front and behind, as in `atleast_3d`.
/// xtensor's `atleast_Nd`.
template <std::size_t N, array_like A>
[[nodiscard]] auto atleast_Nd(A&& a) {
  const std::size_t rank = a.dimension();
  xstrided_slice_vector slices;
  if (rank < N) {
    const auto missing = static_cast<double>(N - rank);
    const auto before = static_cast<std::size_t>(std::round(missing / static_cast<double>(N)));
    slices.assign(N, newaxis());
    for (std::size_t axis = 0; axis < rank; ++axis) slices[before + axis] = all();
  }
  return strided_view(std::forward<A>(a), slices);
}

}  // namespace gpu
