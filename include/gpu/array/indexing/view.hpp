// SPDX-License-Identifier: BSD-3-Clause
// `gpu::view(a, slices...)`: part of an array, to read and to write through.
#pragma once

#include <array>
#include <concepts>
#include <initializer_list>
#include <utility>

#include <gpu/array/indexing/element.hpp>
#include <gpu/array/indexing/index_target.hpp>
#include <gpu/array/indexing/view_elements.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/operand_checks.hpp>
#include <gpu/array/refusal.hpp>
#include <gpu/array/ufunc/elementwise.hpp>
#include <gpu/core/slice.hpp>

namespace gpu {

namespace detail {
template <class View>
void swap_shown(const View& a, const View& b) {
  require_shape(b.shape(), a.shape());
  const auto kept = ndarray<typename View::value_type>(a);
  a = b;
  b = kept;
}
}  // namespace detail

/// Part of a mutable array. Reading it takes a snapshot of what the array holds then; assigning
/// writes through. It may outlive the array, whose last value it then keeps to itself; so it does
/// when the array is given another shape.
template <class T>
class array_view : public view_elements<array_view<T>, T> {
 public:
  using array_type = ndarray<T>;

  array_view(ref_ptr<view_link> link, affine_view affine)
      : link_(std::move(link)), affine_(std::move(affine)) {}
  array_view(const array_view&) = default;

  using view_elements<array_view<T>, T>::shape;
  [[nodiscard]] const gpu::shape& shape() const& noexcept { return affine_.extents; }
  [[nodiscard]] gpu::shape shape() const&& { return affine_.extents; }

  [[nodiscard]] graph::node_ptr node() const { return through(link_->node()); }
  [[nodiscard]] graph::node_ptr read_node() const {
    return through(graph::node_ptr(link_->leaf().get()));
  }

  /// Writes `value`, broadcast and converted to `T`, as if it were complete before the first write.
  /// @throws shape_error  "could not broadcast input array from shape (3,) into shape (2,)"
  template <class A>
  requires(array_like<A> || detail::number_or_element<A>) const array_view& operator=(
      A&& value) const {
    write(std::forward<A>(value));
    return *this;
  }
  const array_view& operator=(const array_view& other) const {
    write(other);
    return *this;
  }
  /// Lists of elements: `view(a, 0) = {1, 2, 3}`.
  const array_view& operator=(detail::nested_list<T> list) const {
    return *this = ndarray<T>(list, this->device());
  }
  /// Elements on the host: `view(a, all(), 1) = vector`.
  template <detail::host_range Range>
  const array_view& operator=(const Range& range) const {
    return *this = ndarray<T>(detail::leaf_from_range<T>(range, this->device()));
  }
  /// Sets every element.
  /// @throws overflow_error  if `T` is an integer type that cannot hold it
  template <scalar_like Number>
  void fill(const Number& value) const {
    write(value);
  }
  void fill(const T& value) const { write(value); }

  /// Writes to the elements at positions in C order: `gpu::put`.
  template <class Values, class... Mode>
  void put(const detail::index_argument& indices, const Values& values, const Mode&... mode) const;
  template <scalar_like Number, class... Mode>
  void put(const detail::index_argument& indices, std::initializer_list<Number> values,
           const Mode&... mode) const;
  template <class... Mode>
  void put(const detail::index_argument& indices, const detail::list_argument& values,
           const Mode&... mode) const;
  /// Sorts the elements along an axis in place: `a.sort(0)`, `a.sort(-1, descending, stable)`,
  /// `a.sort(0, "stable")`. `numpy.ndarray.sort`.
  /// @throws axis_error, value_error  as `gpu::sort`
  template <class... Order>
  void sort(axis_index axis = -1, const Order&... order) const;
  /// Brings the elements at `kth` of an axis to where they are when it is sorted, smaller ones
  /// before them. `numpy.ndarray.partition`.
  /// @throws axis_error, value_error  as `gpu::partition`
  void partition(const detail::index_argument& kth, axis_index axis = -1) const;

  /// An element by its position in C order, which is in bounds.
  [[nodiscard]] view_element<T> element_in_order(std::ptrdiff_t position) const {
    return view_element<T>(
        {link_, detail::viewed_position(link_->array().extents(), affine_, position)});
  }
  /// Writes a node of any dtype.
  const array_view& write_node(graph::node_ptr value) const {
    link_->write(affine_, std::move(value));
    return *this;
  }

  /// Exchanges what two views show. Not a template, so that it is preferred to `std::swap`.
  /// @throws shape_error  unless they have one shape; nothing has been written then
  friend void swap(array_view a, array_view b) { detail::swap_shown(a, b); }

  /// What functions that write at indices take.
  [[nodiscard]] detail::index_target target() const { return {link_->array(), affine_}; }
  [[nodiscard]] const ref_ptr<view_link>& link() const& noexcept { return link_; }
  /// The view of this view.
  [[nodiscard]] array_view part(std::span<const slice> slices) const {
    return {link_, compose(sliced(affine_.extents, slices), affine_)};
  }

 private:
  template <class A>
  void write(A&& value) const {
    link_->write(affine_, detail::written_node<T>(std::forward<A>(value)));
  }
  [[nodiscard]] graph::node_ptr through(const graph::node_ptr& whole) const {
    return graph::make_view(whole, affine_);
  }

  ref_ptr<view_link> link_;
  affine_view affine_;
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
template <array_like A, std::convertible_to<slice>... Slices>
[[nodiscard]] auto view(const A& value, const Slices&... slices) {
  const graph::node_ptr node = value.node();
  return detail::expression_like<A>(
      graph::make_view(node, sliced(node->extents, detail::slice_list(slices...))));
}
template <class T, std::convertible_to<slice>... Slices>
[[nodiscard]] expression<T> view(const ndarray<T>&& array, const Slices&... slices) {
  return view(static_cast<const ndarray<T>&>(array), slices...);
}

namespace detail {
template <class Entry>
inline constexpr bool is_no_index = string_like<Entry> ||
                                    (scalar_like<Entry> && !std::integral<Entry>);
template <typed_array Entry>
inline constexpr bool is_no_index<Entry> = traits(dtype_of<typename Entry::value_type>).kind
                                           > dtype_kind::integer;
}  // namespace detail

template <array_like A, class... Entries>
requires(detail::is_no_index<Entries> ||
         ...) refusal::indices_are_integers_slices_and_arrays_of_integers_or_bools
    view(A&&, const Entries&...)
= delete;

}  // namespace gpu

// `std::swap(r, s)` of two views does not find theirs by argument, and the template for any type
// would keep a view, which shows what was written, in place of the elements.
namespace std {
template <class T>
void swap(gpu::array_view<T> a, gpu::array_view<T> b) {
  gpu::detail::swap_shown(a, b);
}
}  // namespace std
