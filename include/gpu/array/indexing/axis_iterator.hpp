// SPDX-License-Identifier: BSD-3-Clause
// xtensor's iteration over the parts of an array: `for (auto it = axis_begin(a); ...)`.
#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

#include <gpu/array/indexing/strided_view.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/position_iterator.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

/// Visits the parts of an array that lists of slices name, one after the other. A part is what
/// `strided_view` gives: of a mutable array it can be assigned to. Refers to the array, which must
/// live and keep its shape.
template <class A>
class part_iterator : public position_iterator<part_iterator<A>> {
 public:
  using iterator_category = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using reference =
      decltype(strided_view(std::declval<A&>(), std::declval<const xstrided_slice_vector&>()));
  using value_type = reference;
  using pointer = void;

  /// @param axes  those that are counted through, the last one fastest; all others are whole
  part_iterator(A& array, std::vector<std::size_t> axes, difference_type position)
      : part_iterator::position_iterator(position), array_(&array), axes_(std::move(axes)) {}

  [[nodiscard]] reference operator*() const {
    xstrided_slice_vector slices(array_->dimension(), all());
    difference_type rest = this->position();
    for (std::size_t k = axes_.size(); k-- > 0;) {
      const difference_type extent = array_->shape(axes_[k]);
      slices[axes_[k]] = rest % extent;
      rest /= extent;
    }
    return strided_view(*array_, slices);
  }

 private:
  A* array_;
  std::vector<std::size_t> axes_;
};

namespace detail {
/// All axes but one.
[[nodiscard]] inline std::vector<std::size_t> axes_but(std::size_t rank, std::size_t axis) {
  std::vector<std::size_t> axes;
  for (std::size_t k = 0; k < rank; ++k)
    if (k != axis) axes.push_back(k);
  return axes;
}
template <class A>
[[nodiscard]] std::ptrdiff_t parts_of_axes(const A& a, const std::vector<std::size_t>& axes) {
  std::ptrdiff_t count = 1;
  for (const std::size_t axis : axes) count *= a.shape(axis);
  return count;
}
}  // namespace detail

/// The parts of `a` along an axis, the first by default: each has one axis less.
/// @throws axis_error
template <typed_array A>
[[nodiscard]] auto axis_begin(A& a, axis_index axis = 0) {
  return part_iterator<A>(a, {normalize_axis(axis, a.dimension())}, 0);
}
template <typed_array A>
[[nodiscard]] auto axis_end(A& a, axis_index axis = 0) {
  const std::size_t along = normalize_axis(axis, a.dimension());
  return part_iterator<A>(a, {along}, a.shape(along));
}

/// The lines of `a` along an axis, the first by default, in C order of the other axes: each has one
/// axis.
/// @throws axis_error
template <typed_array A>
[[nodiscard]] auto axis_slice_begin(A& a, axis_index axis = 0) {
  const std::size_t rank = a.dimension();
  return part_iterator<A>(a, detail::axes_but(rank, normalize_axis(axis, rank)), 0);
}
template <typed_array A>
[[nodiscard]] auto axis_slice_end(A& a, axis_index axis = 0) {
  const std::size_t rank = a.dimension();
  const auto others = detail::axes_but(rank, normalize_axis(axis, rank));
  const std::ptrdiff_t count = detail::parts_of_axes(a, others);
  return part_iterator<A>(a, others, count);
}

}  // namespace gpu
