// SPDX-License-Identifier: BSD-3-Clause
// `gpu::reshape_view(a, {4, 2, 3})` of an array that can be written: xtensor's reshape that can be
// kept.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/indexing/index_target.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/ufunc/operators.hpp>

namespace gpu {

/// A mutable array with other extents: its elements in C order, read and written through. Reading
/// it takes a snapshot of what the array holds then. It may outlive the array, whose last value it
/// then keeps to itself; so it does when the array is given another shape.
template <class T>
class reshaped_view : public view_elements<reshaped_view<T>, T> {
 public:
  using array_type = ndarray<T>;

  reshaped_view(ref_ptr<view_link> link, gpu::shape extents)
      : link_(std::move(link)), extents_(std::move(extents)) {}
  reshaped_view(const reshaped_view&) = default;

  using view_elements<reshaped_view<T>, T>::shape;
  [[nodiscard]] const gpu::shape& shape() const& noexcept { return extents_; }
  [[nodiscard]] gpu::shape shape() const&& { return extents_; }

  [[nodiscard]] graph::node_ptr node() const {
    return graph::make_reshape(link_->node(), extents_);
  }
  [[nodiscard]] graph::node_ptr read_node() const {
    return graph::make_reshape(graph::node_ptr(link_->leaf().get()), extents_);
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
    return view_element<T>({link_, position});
  }
  /// What functions that write at indices take.
  [[nodiscard]] std::optional<detail::placed_elements> placed() const {
    return detail::placed_elements(link_->array(), row_major(extents_));
  }
  /// Writes a node of any dtype.
  const reshaped_view& write_node(graph::node_ptr value) const& {
    detail::write_part(link_->array(), read_node(), std::move(value));
    return *this;
  }

 private:
  ref_ptr<view_link> link_;
  gpu::shape extents_;
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
  return {a.link(), detail::reshaped(a.read_node(), extents)->extents};
}

}  // namespace gpu
