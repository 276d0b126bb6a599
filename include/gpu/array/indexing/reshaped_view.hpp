// SPDX-License-Identifier: BSD-3-Clause
// `gpu::reshape_view(a, {4, 2, 3})` of an array that can be written: xtensor's reshape that can be
// kept.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include <gpu/array/indexing/index_target.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/slice.hpp>

namespace gpu {

/// A mutable array with other extents, or part of it: the elements in C order, read and written
/// through. Reading it takes a snapshot of what the array holds then. It may outlive the array,
/// whose last value it then keeps to itself; so it does when the array is given another shape.
template <class T>
class reshaped_view : public view_elements<reshaped_view<T>, T> {
 public:
  using array_type = ndarray<T>;

  /// @param part  of the array with these extents
  reshaped_view(ref_ptr<view_link> link, gpu::shape extents, affine_view part)
      : link_(std::move(link)), extents_(std::move(extents)), part_(std::move(part)) {}
  reshaped_view(const reshaped_view&) = default;

  using view_elements<reshaped_view<T>, T>::shape;
  [[nodiscard]] const gpu::shape& shape() const& noexcept { return part_.extents; }
  [[nodiscard]] gpu::shape shape() const&& { return part_.extents; }

  [[nodiscard]] graph::node_ptr node() const { return through(link_->node()); }
  [[nodiscard]] graph::node_ptr read_node() const {
    return through(graph::node_ptr(link_->leaf().get()));
  }

  /// Writes `value`, broadcast and converted to `T`, as if it were complete before the first write.
  /// @throws shape_error     "could not broadcast input array from shape (3,) into shape (2,)"
  /// @throws overflow_error  if `T` is an integer type that cannot hold a number
  template <class A>
  requires(array_like<A> || detail::number_or_element<A>) const reshaped_view& operator=(
      A&& value) const {
    return write_node(detail::written_node<T>(std::forward<A>(value)));
  }
  const reshaped_view& operator=(const reshaped_view& other) const {
    return write_node(other.node());
  }
  /// Lists of elements.
  const reshaped_view& operator=(detail::nested_list<T> list) const {
    return *this = ndarray<T>(list, this->device());
  }
  /// Sets every element.
  /// @throws overflow_error  if `T` is an integer type that cannot hold it
  template <scalar_like Number>
  void fill(const Number& value) const {
    *this = value;
  }

  /// An element by its position in C order, which is in bounds.
  [[nodiscard]] view_element<T> element_in_order(std::ptrdiff_t position) const {
    return view_element<T>({link_, detail::viewed_position(extents_, part_, position)});
  }
  /// What functions that write at indices take.
  [[nodiscard]] std::optional<detail::placed_elements> placed() const {
    return detail::placed_elements(link_->array(), apply(part_, row_major(extents_)));
  }
  /// Writes a node of any dtype.
  const reshaped_view& write_node(graph::node_ptr value) const& {
    detail::write_part(link_->array(), read_node(), std::move(value));
    return *this;
  }

  /// The view of this view.
  [[nodiscard]] reshaped_view part(std::span<const slice> slices) const {
    return {link_, extents_, compose(sliced(part_.extents, slices), part_)};
  }

 private:
  [[nodiscard]] graph::node_ptr through(const graph::node_ptr& array) const {
    return graph::make_view(graph::make_reshape(array, extents_), part_);
  }

  ref_ptr<view_link> link_;
  gpu::shape extents_;  ///< those of the array
  affine_view part_;
};

namespace detail {
template <class T>
inline constexpr bool is_view<reshaped_view<T>> = true;
}  // namespace detail

/// The elements of an array that can be written, in C order, with other extents, one of which may
/// be -1. xtensor's; `reshape` is NumPy's.
/// @throws shape_error  "cannot reshape array of size 6 into shape (4,)"
template <class T>
[[nodiscard]] reshaped_view<T> reshape_view(ndarray<T>& a, const shape& extents) {
  const shape found = detail::reshaped(a.read_node(), extents)->extents;
  return {a.link(), found, identity_view(found)};
}

/// Part of it, assignable as well.
/// @throws index_error  for an index out of bounds, too many indices, two ellipses
template <class T, std::convertible_to<slice>... Slices>
[[nodiscard]] reshaped_view<T> view(const reshaped_view<T>& whole, const Slices&... slices) {
  return whole.part(detail::slice_list(slices...));
}

}  // namespace gpu
