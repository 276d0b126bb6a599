// SPDX-License-Identifier: BSD-3-Clause
// xtensor's iteration over the parts of an array: `for (auto it = axis_begin(a); ...)`.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/array_base.hpp>
#include <gpu/array/indexing/strided_view.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/position_iterator.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

/// Visits the parts of an array that lists of slices name, one after the other. A part is what
/// `strided_view` gives: of a mutable array it can be assigned to. An array is referred to: it must
/// live and keep its shape. Of a view or an expression a copy is held.
template <class A>
class part_iterator : public position_iterator<part_iterator<A>> {
 public:
  using iterator_category = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using reference =
      decltype(strided_view(std::declval<A&>(), std::declval<const xstrided_slice_vector&>()));
  using value_type = reference;
  /// A part, as long as the call `it->...` needs it.
  class pointer {
   public:
    explicit pointer(reference part) : part_(std::move(part)) {}
    [[nodiscard]] const reference* operator->() const noexcept { return std::addressof(part_); }

   private:
    reference part_;
  };

  /// @param axes  those that are counted through, the last one fastest; all others are whole
  part_iterator(std::shared_ptr<A> array, std::vector<std::size_t> axes, difference_type position)
      : part_iterator::position_iterator(position),
        array_(std::move(array)),
        axes_(std::move(axes)) {}

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
  [[nodiscard]] pointer operator->() const { return pointer(**this); }

 private:
  std::shared_ptr<A> array_;  ///< owns nothing if that is an array
  std::vector<std::size_t> axes_;
};

namespace detail {
/// Whether it is no handle of elements, but has them.
template <class A>
concept owns_elements = std::derived_from<std::remove_cvref_t<A>, array_base>;

/// What has parts: no array that ends with the call.
template <class A>
concept has_parts = typed_array<A> &&(std::is_lvalue_reference_v<A> || !owns_elements<A>);

/// A reference to an array, a copy of a view or of an expression.
template <class A>
[[nodiscard]] auto array_of_parts(A& a) {
  if constexpr (owns_elements<A>)
    return std::shared_ptr<A>(std::shared_ptr<void>(), std::addressof(a));
  else
    return std::make_shared<std::remove_const_t<A>>(a);
}
/// @param axes  as `part_iterator`
template <class A>
[[nodiscard]] auto part_at(A& a, std::vector<std::size_t> axes, std::ptrdiff_t position) {
  auto array = array_of_parts(a);
  using owner = typename decltype(array)::element_type;
  return part_iterator<owner>(std::move(array), std::move(axes), position);
}

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

/// The parts of `a` along an axis, the first by default: each has one axis less. Those of a part
/// are its own: `axis_begin(*it)`.
/// @throws axis_error
template <detail::has_parts A>
[[nodiscard]] auto axis_begin(A&& a, axis_index axis = 0) {
  return detail::part_at(a, {normalize_axis_index(axis, a.dimension())}, 0);
}
template <detail::has_parts A>
[[nodiscard]] auto axis_end(A&& a, axis_index axis = 0) {
  const std::size_t along = normalize_axis_index(axis, a.dimension());
  return detail::part_at(a, {along}, a.shape(along));
}

/// The lines of `a` along an axis, the first by default, in C order of the other axes: each has one
/// axis.
/// @throws axis_error
template <detail::has_parts A>
[[nodiscard]] auto axis_slice_begin(A&& a, axis_index axis = 0) {
  const std::size_t rank = a.dimension();
  return detail::part_at(a, detail::axes_but(rank, normalize_axis_index(axis, rank)), 0);
}
template <detail::has_parts A>
[[nodiscard]] auto axis_slice_end(A&& a, axis_index axis = 0) {
  const std::size_t rank = a.dimension();
  const auto others = detail::axes_but(rank, normalize_axis_index(axis, rank));
  return detail::part_at(a, others, detail::parts_of_axes(a, others));
}

}  // namespace gpu
