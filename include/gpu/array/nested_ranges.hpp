// SPDX-License-Identifier: BSD-3-Clause
// Arrays of the host's ranges: `array<double>(std::vector{1, 2})`, of vectors of vectors, of
// `double[2][3]`.
#pragma once

#include <cstddef>
#include <ranges>
#include <type_traits>
#include <vector>

#include <gpu/array/asarray.hpp>
#include <gpu/array/nested_list.hpp>

namespace gpu {

namespace detail {

/// A range of numbers on the host, or of such ranges. Its elements are `nested_element`.
template <class Range>
struct nested_element {};
template <std::ranges::input_range Range>
requires(!array_like<Range> && !xtensor_expression<Range>) struct nested_element<Range>
    : nested_element<std::remove_cv_t<std::ranges::range_value_t<Range>>> {
};
template <element_type Number>
struct nested_element<Number> {
  using type = Number;
};

template <class Range>
concept nested_range = std::ranges::forward_range<const Range> && requires {
  typename nested_element<Range>::type;
};

/// As many as there are ranges in each other.
template <class Range>
consteval std::size_t depth_of() {
  if constexpr (element_type<Range>)
    return 0;
  else
    return 1 + depth_of<std::remove_cv_t<std::ranges::range_value_t<Range>>>();
}

/// Appends the elements of `range` in C order.
/// @throws shape_error  "setting an array element with a sequence. ..."
template <class T, class Range>
void append_nested(const Range& range, std::size_t axis, shape& extents,
                   std::vector<typename flat_values<T>::stored>& values) {
  const auto extent = static_cast<std::ptrdiff_t>(std::ranges::distance(range));
  require_extent(extents, axis, extent);
  for (const auto& part : range) {
    if constexpr (depth_of<Range>() == 1)
      values.push_back(assigned_number<T>(
          static_cast<std::remove_cv_t<std::ranges::range_value_t<Range>>>(part)));
    else
      append_nested<T>(part, axis + 1, extents, values);
  }
}

}  // namespace detail

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
  detail::flat_values<stored> flat;
  detail::append_nested<stored>(range, 0, flat.extents, flat.values);
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
