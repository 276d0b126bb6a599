// SPDX-License-Identifier: BSD-3-Clause
// Arrays of the host's ranges: `array<double>(std::vector{1, 2})`, of vectors of vectors, of
// `double[2][3]`.
#pragma once

#include <gpu/array/asarray.hpp>
#include <gpu/array/nested_list.hpp>

namespace gpu {

/// A copy of the elements of a range, or of ranges of equal lengths in each other, in C order.
/// `numpy.array`.
///
/// @shape  the lengths, from the outermost range to the innermost; those within an empty range are
/// 0
/// @dtype  `T`, or that of the elements
/// @throws shape_error     "setting an array element with a sequence. The requested array has an
///                         inhomogeneous shape: extents 2 and 1 on axis 1"
/// @throws overflow_error  if `T` is an integer type that cannot hold an element
template <class T = void, detail::nested_range Range>
[[nodiscard]] auto array(const Range& range, device where = current_device()) {
  using own = typename detail::nested_element<Range>::type;
  using stored = detail::asked_element<T, own>;
  detail::flat_values<stored> flat = detail::flatten<stored>(range);
  while (flat.extents.size() < detail::depth_of<Range>()) flat.extents.push_back(0);
  return ndarray<stored>(
      detail::leaf_from_host(flat.values.data(), dtype_of<stored>, flat.extents, where));
}
/// The same of ranges in each other. `numpy.asarray`.
template <class T = void, detail::nested_range Range>
requires(detail::depth_of<Range>() > 1)
    [[nodiscard]] auto asarray(const Range& range, device where = current_device()) {
  return array<T>(range, where);
}

}  // namespace gpu
