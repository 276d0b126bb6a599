// SPDX-License-Identifier: BSD-3-Clause
// Elements of an array at places that are computed, to read and to write through.
#pragma once

#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/array_interface.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/scalar_operand.hpp>

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
void write_at(array_base& a, const graph::node_ptr& positions, graph::node_ptr value);

}  // namespace detail

/// Elements of a mutable array that indices or a mask name, as `array_view` shows those of slices.
/// Reading it takes a snapshot of what the array holds then; assigning writes through. It may
/// outlive the array, whose last value it then keeps to itself.
template <class T>
class indexed_view : public array_interface<indexed_view<T>, T> {
  using interface = array_interface<indexed_view<T>, T>;

 public:
  using array_type = ndarray<T>;

  /// @param positions  int64: of the elements in C order
  indexed_view(ref_ptr<view_link> link, graph::node_ptr positions)
      : link_(std::move(link)), positions_(std::move(positions)) {}
  indexed_view(const indexed_view&) = default;

  using interface::shape;
  [[nodiscard]] const gpu::shape& shape() const& noexcept { return positions_->extents; }
  [[nodiscard]] gpu::shape shape() const&& { return positions_->extents; }

  [[nodiscard]] graph::node_ptr node() const {
    return detail::elements_at(link_->node(), positions_);
  }
  [[nodiscard]] graph::node_ptr read_node() const { return node(); }

  /// Writes `value`, broadcast and converted to `T`, as if it were complete before the first write.
  /// @throws shape_error  "shape mismatch: value array of shape (3,) could not be broadcast to
  ///                      indexing result of shape (2,)"
  /// @throws overflow_error  if `T` is an integer type that cannot hold a number; index_error
  template <class A>
  requires(array_like<A> || scalar_like<A>) const indexed_view& operator=(A&& value) const {
    return write_node(detail::written_node<T>(std::forward<A>(value)));
  }
  const indexed_view& operator=(const indexed_view& other) const {
    return write_node(other.node());
  }
  /// Sets every element.
  /// @throws overflow_error  if `T` is an integer type that cannot hold it
  template <scalar_like Number>
  void fill(const Number& value) const {
    *this = value;
  }

  /// Writes a node of any dtype.
  const indexed_view& write_node(graph::node_ptr value) const {
    detail::write_at(link_->owner != nullptr ? *link_->owner : *link_->kept, positions_,
                     std::move(value));
    return *this;
  }

 private:
  ref_ptr<view_link> link_;
  graph::node_ptr positions_;
};

}  // namespace gpu
