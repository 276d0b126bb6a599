// SPDX-License-Identifier: BSD-3-Clause
// New arrays that are filled with an array, a vector or a list, which broadcasts.
#pragma once

#include <initializer_list>
#include <optional>
#include <ranges>
#include <type_traits>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/array_argument.hpp>
#include <gpu/array/copyto.hpp>
#include <gpu/array/creation.hpp>

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

}  // namespace detail

/// An array, broadcast. `numpy.full`.
/// @shape  `extents`
/// @throws shape_error  "could not broadcast input array from shape (3,) into shape (2,)"
template <typed_array A>
[[nodiscard]] auto full(const shape& extents, const A& fill) {
  return detail::filled_with<typename A::value_type>(extents, fill, fill.device());
}
/// The same, or a vector, in elements of type `T`: `full<float>({2, 3}, a)`.
template <element_type T, detail::array_fill Fill>
[[nodiscard]] ndarray<T> full(const shape& extents, const Fill& fill,
                              std::optional<device> where = std::nullopt) {
  return detail::filled_with<T>(extents, fill, where.value_or(detail::device_of_arguments(fill)));
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

/// An array, or a vector, broadcast to the shape of `other`, in elements of its dtype and, unless
/// another device is given, where it is; `T` is another dtype, as in `full_like<float>(a, b)`, and
/// `extents` NumPy's option `shape=`. `numpy.full_like`.
/// @throws shape_error, device_mismatch
template <class T = void, array_like A, detail::array_fill Fill>
[[nodiscard]] auto full_like(const A& other, const Fill& fill, const shape& extents,
                             std::optional<device> where = std::nullopt) {
  return detail::made_like<T, Fill>(other, [&]<class Element>() {
    return detail::filled_with<Element>(extents, fill, where.value_or(other.device()));
  });
}
template <class T = void, array_like A, detail::array_fill Fill>
[[nodiscard]] auto full_like(const A& other, const Fill& fill,
                             std::optional<device> where = std::nullopt) {
  return full_like<T>(other, fill, other.shape(), where);
}
/// The same of a list, `full_like(a, {1, 2, 3})`, `full_like<float>(a, {1, 2.5})`, or of lists in
/// each other.
template <class T = void, array_like A>
requires(!std::is_void_v<T> || typed_array<A>)
    [[nodiscard]] auto full_like(const A& other,
                                 detail::nested_list<detail::like_element<T, A>> fill,
                                 const shape& extents, std::optional<device> where = std::nullopt) {
  return full_like<T>(other,
                      ndarray<detail::like_element<T, A>>(fill, where.value_or(other.device())),
                      extents, where);
}
template <class T = void, array_like A>
requires(!std::is_void_v<T> || typed_array<A>)
    [[nodiscard]] auto full_like(const A& other,
                                 detail::nested_list<detail::like_element<T, A>> fill,
                                 std::optional<device> where = std::nullopt) {
  return full_like<T>(other, fill, other.shape(), where);
}

}  // namespace gpu
