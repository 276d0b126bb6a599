// SPDX-License-Identifier: BSD-3-Clause
// Elements of an array at places that are computed, to read and to write through.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/array_interface.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/element.hpp>
#include <gpu/array/indexing/index_target.hpp>
#include <gpu/array/indexing/view_elements.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

namespace detail {

/// The elements of a C-contiguous array at positions in C order.
[[nodiscard]] graph::node_ptr elements_at(const graph::node_ptr& a,
                                          const graph::node_ptr& positions);
/// Writes `value`, cast and broadcast, to the elements of `a` at `positions`, one after the other.
/// @throws shape_error  "shape mismatch: value array of shape (3,) could not be broadcast to
/// indexing
///                      result of shape (2,)"
/// @throws index_error  if a position was found to be out of bounds; nothing has been written then
/// @param are_distinct  no position comes twice
void write_at(array_base& a, const graph::node_ptr& positions, graph::node_ptr value,
              bool are_distinct = false);

/// One of `positions`, by where it stands in C order. Waits.
[[nodiscard]] std::ptrdiff_t position_at(const graph::node_ptr& positions, std::ptrdiff_t place);

/// The positions in the array, in C order, of the elements where a mask holds. Waits.
[[nodiscard]] graph::node_ptr positions_where(const index_target& a, const graph::node_ptr& mask);
/// The elements where a mask holds, without their positions. Waits.
[[nodiscard]] graph::node_ptr selected_elements(const index_target& a, const graph::node_ptr& mask);
/// The same as `write_at` of those positions. One value for all of them needs no positions: all
/// elements are computed anew, in one kernel.
void write_where(const index_target& a, const graph::node_ptr& mask, graph::node_ptr value);
/// Writes those of `values`, one for each element or one for all, where a mask holds.
/// @param values  of the dtype of the array
void write_masked(const index_target& a, const graph::node_ptr& mask,
                  const graph::node_ptr& values);

/// Which elements of an array are meant: those at positions, or those where a mask of the extents
/// of the array, or of a part of it, holds, whose positions are found when something needs more of
/// them than the elements.
class index_places {
 public:
  /// @param positions  int64: of the elements in C order
  [[nodiscard]] static index_places at(graph::node_ptr positions) {
    return {std::move(positions), nullptr, std::nullopt};
  }
  /// @param part  of the array, if it is not the whole one
  [[nodiscard]] static index_places where(graph::node_ptr mask, std::optional<affine_view> part) {
    return {nullptr, std::move(mask), std::move(part)};
  }

  [[nodiscard]] const graph::node_ptr& positions(array_base& a) const& {
    if (!positions_) positions_ = positions_where(masked(a), mask_);
    return positions_;
  }
  void positions(array_base&) const&& = delete;
  [[nodiscard]] graph::node_ptr elements(array_base& a) const {
    return positions_ ? elements_at(a.node(), positions_) : selected_elements(masked(a), mask_);
  }
  [[nodiscard]] bool has_mask() const noexcept { return mask_ != nullptr; }
  /// All elements of what the mask is over.
  [[nodiscard]] graph::node_ptr unmasked(array_base& a) const { return masked(a).node(); }
  /// What all these become, written where the mask holds.
  void write_unmasked(array_base& a, const graph::node_ptr& values) const {
    write_masked(masked(a), mask_, graph::make_cast(values, a.element()));
  }
  void write(array_base& a, graph::node_ptr value) const {
    if (mask_)
      write_where(masked(a), mask_, std::move(value));
    else
      write_at(a, positions_, std::move(value));
  }

 private:
  index_places(graph::node_ptr positions, graph::node_ptr mask, std::optional<affine_view> part)
      : positions_(std::move(positions)), mask_(std::move(mask)), part_(std::move(part)) {}
  [[nodiscard]] index_target masked(array_base& a) const {
    return part_ ? index_target(a, *part_) : index_target(a);
  }

  mutable graph::node_ptr positions_;
  graph::node_ptr mask_;
  std::optional<affine_view> part_;
};

}  // namespace detail

/// Elements of a mutable array that indices or a mask name, as `array_view` shows those of slices.
/// Reading it takes a snapshot of what the array holds then; assigning writes through. It may
/// outlive the array, whose last value it then keeps to itself.
template <class T>
class indexed_view : public view_elements<indexed_view<T>, T> {
 public:
  using array_type = ndarray<T>;

  indexed_view(ref_ptr<view_link> link, detail::index_places places)
      : link_(std::move(link)), places_(std::move(places)) {}
  /// @param positions  int64: of the elements in C order
  indexed_view(ref_ptr<view_link> link, graph::node_ptr positions)
      : indexed_view(std::move(link), detail::index_places::at(std::move(positions))) {}
  indexed_view(const indexed_view&) = default;

  using view_elements<indexed_view<T>, T>::shape;
  [[nodiscard]] const gpu::shape& shape() const& { return positions()->extents; }
  [[nodiscard]] gpu::shape shape() const&& { return positions()->extents; }

  [[nodiscard]] graph::node_ptr node() const { return places_.elements(link_->array()); }
  [[nodiscard]] graph::node_ptr read_node() const { return node(); }

  /// Writes `value`, broadcast and converted to `T`, as if it were complete before the first write.
  /// @throws shape_error  "shape mismatch: value array of shape (3,) could not be broadcast to
  ///                      indexing result of shape (2,)"; of a mask "NumPy boolean array indexing
  ///                      assignment cannot assign 2 input values to the 3 output values where the
  ///                      mask is true"
  /// @throws dtype_error  of a mask "NumPy boolean array indexing assignment requires a 0 or
  ///                      1-dimensional input, input has 2 dimensions"
  /// @throws overflow_error  if `T` is an integer type that cannot hold a number; index_error
  template <class A>
  requires(array_like<A> || detail::number_or_element<A>) const indexed_view& operator=(
      A&& value) const {
    return write_node(detail::written_node<T>(std::forward<A>(value)));
  }
  const indexed_view& operator=(const indexed_view& other) const {
    return write_node(other.node());
  }
  const indexed_view& operator=(detail::nested_list<T> list) const {
    return *this = ndarray<T>(list, this->device());
  }
  /// Elements on the host: `view(a, all(), 1) = vector`.
  template <detail::host_range Range>
  const indexed_view& operator=(const Range& range) const {
    return *this = ndarray<T>(detail::leaf_from_range<T>(range, this->device()));
  }
  /// Sets every element.
  /// @throws overflow_error  if `T` is an integer type that cannot hold it
  template <scalar_like Number>
  void fill(const Number& value) const {
    *this = value;
  }

  /// An element by its position in C order, which is in bounds. Waits for where it lies.
  [[nodiscard]] view_element<T> element_in_order(std::ptrdiff_t position) const {
    return view_element<T>({link_, detail::position_at(positions(), position)});
  }
  /// Writes a node of any dtype.
  const indexed_view& write_node(graph::node_ptr value) const {
    places_.write(link_->array(), std::move(value));
    return *this;
  }

  /// Whether a mask says which elements are meant. Then an element's new value that depends on
  /// itself alone may be computed of all: without their positions, and without waiting.
  [[nodiscard]] bool has_mask() const noexcept { return places_.has_mask(); }
  /// All elements of what the mask is over.
  [[nodiscard]] graph::node_ptr unmasked() const { return places_.unmasked(link_->array()); }
  /// Writes a node of their extents, of any dtype, where the mask holds.
  void write_unmasked(const graph::node_ptr& values) const {
    places_.write_unmasked(link_->array(), values);
  }

 private:
  [[nodiscard]] const graph::node_ptr& positions() const {
    return places_.positions(link_->array());
  }

  ref_ptr<view_link> link_;
  detail::index_places places_;
};

}  // namespace gpu
