// SPDX-License-Identifier: BSD-3-Clause
// `gpu::view(a, slices...)`: part of an array, to read and to write through.
#pragma once

#include <array>
#include <concepts>
#include <utility>

#include <gpu/array/elementwise.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/slice.hpp>

namespace gpu {

/// Part of a mutable array. Reading it takes a snapshot of what the array holds then; assigning
/// writes through. It may outlive the array, whose last value it then keeps to itself.
template <class T>
class array_view : public array_interface<array_view<T>, T> {
 public:
  using array_type = ndarray<T>;

  array_view(ref_ptr<view_link> link, affine_view how)
      : link_(std::move(link)), how_(std::move(how)) {}
  array_view(const array_view&) = default;

  [[nodiscard]] graph::node_ptr node() const { return through(link_->node()); }
  [[nodiscard]] graph::node_ptr read_node() const {
    return through(graph::node_ptr(link_->leaf().get()));
  }

  /// Writes `value`, broadcast and converted to `T`, as if it were complete before the first write.
  /// @throws shape_error  "could not broadcast input array from shape (3,) into shape (2,)"
  template <class A>
    requires(typed_array<A> || scalar_like<A>)
  const array_view& operator=(const A& value) const {
    write(value);
    return *this;
  }
  const array_view& operator=(const any_expression& value) const {
    link_->write(how_, value.node());
    return *this;
  }
  const array_view& operator=(const array_view& other) const {
    write(other);
    return *this;
  }
  /// Sets every element.
  void fill(const T& value) const { write(value); }

  /// Writes a node of any dtype.
  const array_view& write_node(graph::node_ptr value) const {
    link_->write(how_, std::move(value));
    return *this;
  }

  /// The view of this view.
  [[nodiscard]] array_view part(std::span<const slice> slices) const {
    return {link_, compose(sliced(how_.extents, slices), how_)};
  }

 private:
  template <class A>
  void write(const A& value) const {
    if constexpr (scalar_like<A>) link_->write(how_, detail::assigned_scalar<T>(value));
    else link_->write(how_, value.node());
  }
  [[nodiscard]] graph::node_ptr through(const graph::node_ptr& whole) const {
    return graph::make_view(whole, how_);
  }

  ref_ptr<view_link> link_;
  affine_view how_;
};

namespace detail {
template <class... Slices>
std::array<slice, sizeof...(Slices)> slice_list(const Slices&... slices) {
  return {slice(slices)...};
}
}  // namespace detail

/// `a[slices...]`, assignable: integers, `range`, `all`, `newaxis`, `ellipsis`.
/// @throws index_error  for an index out of bounds, too many indices, two ellipses
template <class T, std::convertible_to<slice>... Slices>
[[nodiscard]] array_view<T> view(ndarray<T>& array, const Slices&... slices) {
  return {array.link(), sliced(array.extents(), detail::slice_list(slices...))};
}
template <class T, std::convertible_to<slice>... Slices>
[[nodiscard]] array_view<T> view(const array_view<T>& whole, const Slices&... slices) {
  return whole.part(detail::slice_list(slices...));
}
/// The same of a value that cannot be written: an expression. Moves no memory.
template <typed_array A, std::convertible_to<slice>... Slices>
[[nodiscard]] auto view(const A& value, const Slices&... slices) {
  const graph::node_ptr node = value.node();
  return expression<typename A::value_type>(
      graph::make_view(node, sliced(node->extents, detail::slice_list(slices...))));
}
template <class T, std::convertible_to<slice>... Slices>
[[nodiscard]] expression<T> view(const ndarray<T>&& array, const Slices&... slices) {
  return view(static_cast<const ndarray<T>&>(array), slices...);
}

}  // namespace gpu
