// SPDX-License-Identifier: BSD-3-Clause
// New arrays that are filled with an array, a vector or a list, which broadcasts.
#pragma once

#include <initializer_list>
#include <ranges>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/array_argument.hpp>
#include <gpu/array/copyto.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/graph/node.hpp>

namespace gpu {

namespace detail {

/// What is not one number: that is filled without a copy of it.
template <class Fill>
concept array_fill = array_like<Fill> || host_range<Fill>;

/// @throws shape_error, device_mismatch
template <class T, array_fill Fill>
[[nodiscard]] ndarray<T> filled_with(const shape& extents, const Fill& fill, device where) {
  ndarray<T> result = empty<T>(extents, where);
  whole_view(result) = fill;
  return result;
}

/// The same number everywhere.
/// @throws value_error  for a negative extent
[[nodiscard]] graph::leaf_ptr filled_leaf(dtype type, const shape& extents, std::ptrdiff_t value,
                                          device where);

}  // namespace detail

/// Elements of a dtype that is known at run time only: `zeros({2, 3}, dtype::float32)`.
/// @throws value_error  for a negative extent
[[nodiscard]] inline any_expression zeros(const shape& extents, dtype type,
                                          device where = current_device()) {
  return any_expression(graph::node_ptr(detail::filled_leaf(type, extents, 0, where).get()));
}
[[nodiscard]] inline any_expression ones(const shape& extents, dtype type,
                                         device where = current_device()) {
  return any_expression(graph::node_ptr(detail::filled_leaf(type, extents, 1, where).get()));
}

/// An array, broadcast. `numpy.full`.
/// @shape  `extents`
/// @throws shape_error  "could not broadcast input array from shape (3,) into shape (2,)"
template <typed_array A>
[[nodiscard]] auto full(const shape& extents, const A& fill) {
  return detail::filled_with<typename A::value_type>(extents, fill, fill.device());
}
/// The same, or a vector, in elements of type `T`: `full<float>({2, 3}, a)`.
template <element_type T, detail::array_fill Fill>
[[nodiscard]] ndarray<T> full(const shape& extents, const Fill& fill) {
  return detail::filled_with<T>(extents, fill, detail::device_of_arguments(fill));
}
/// The same of a vector, in elements of its own type.
template <detail::host_range Fill>
[[nodiscard]] auto full(const shape& extents, const Fill& fill, device where = current_device()) {
  return detail::filled_with<std::ranges::range_value_t<Fill>>(extents, fill, where);
}
/// The same of a list, `full<int>({2, 3}, {1, 2, 3})`, or of a list of rows: `{{1}, {2}}` is a
/// column. Braces are a list also where the elements are complex numbers: `{1, 2}` are two.
template <element_type T>
[[nodiscard]] ndarray<T> full(const shape& extents, std::initializer_list<T> fill,
                              device where = current_device()) {
  return detail::filled_with<T>(extents, fill, where);
}
template <element_type T>
[[nodiscard]] ndarray<T> full(const shape& extents,
                              std::initializer_list<std::initializer_list<T>> fill,
                              device where = current_device()) {
  return detail::filled_with<T>(extents, ndarray<T>(fill, where), where);
}

/// An array, or a vector, broadcast to the shape of `other`, in elements of its dtype and where it
/// is. `numpy.full_like`.
/// @throws shape_error, device_mismatch
template <typed_array A, detail::array_fill Fill>
[[nodiscard]] auto full_like(const A& other, const Fill& fill) {
  return detail::filled_with<typename A::value_type>(other.shape(), fill, other.device());
}
/// The same of a list, `full_like(a, {1, 2, 3})`, or of lists in each other.
template <typed_array A>
[[nodiscard]] auto full_like(const A& other, detail::nested_list<typename A::value_type> fill) {
  return full_like(other, ndarray<typename A::value_type>(fill, other.device()));
}
/// With another dtype: `full_like<float>(a, b)`, `full_like<float>(a, {1, 2.5})`.
template <element_type T, array_like A, detail::array_fill Fill>
[[nodiscard]] ndarray<T> full_like(const A& other, const Fill& fill) {
  return detail::filled_with<T>(other.shape(), fill, other.device());
}
template <element_type T, array_like A>
[[nodiscard]] ndarray<T> full_like(const A& other, detail::nested_list<T> fill) {
  return full_like<T>(other, ndarray<T>(fill, other.device()));
}

}  // namespace gpu
