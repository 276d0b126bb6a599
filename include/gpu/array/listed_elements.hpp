// SPDX-License-Identifier: BSD-3-Clause
// Arrays of elements in braces: `array({{1, 2}, {3, 4}})`, `asarray<float>({{1}, {2.5}})`.
#pragma once

#include <initializer_list>
#include <type_traits>

#include <gpu/array/list_argument.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/nested_list.hpp>

namespace gpu {

namespace detail {

/// `T`, or what the elements are if that is not given.
template <class T, class Value>
using asked_element = std::conditional_t<std::is_void_v<T>, Value, T>;

template <class N>
using rows = std::initializer_list<std::initializer_list<N>>;

/// Elements that need not be named: of `T`, or of their own type.
template <class N, class T>
concept listed_element_for = element_type<N> &&
    (std::is_void_v<T> || is_listed_as<N, asked_element<T, N>>);

}  // namespace detail

/// An array of the elements in braces: `array<float>({{1}, {2.5}}, gpu())`. Where `{{1}, {2}}` fits
/// several depths, the deepest is taken. `numpy.array`.
/// @dtype  `T`, or that of the elements, which are of one type and up to five lists deep
/// @throws shape_error     "setting an array element with a sequence. ..."
/// @throws overflow_error  if `T` is an integer type that cannot hold a number
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto array(std::initializer_list<N> list, device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto array(detail::rows<N> list, device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto array(detail::rows<std::initializer_list<N>> list,
                         device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto array(detail::rows<detail::rows<N>> list, device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto array(detail::rows<detail::rows<std::initializer_list<N>>> list,
                         device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
/// Of numbers of several types, or deeper.
template <element_type T>
[[nodiscard]] ndarray<T> array(detail::nested_list<T> list, device where = current_device()) {
  return ndarray<T>(list, where);
}
/// The same without `T`: the dtype, bool, int64, float64 or complex128, is known at run time.
[[nodiscard]] inline any_expression array(const detail::list_argument& list,
                                          device where = current_device()) {
  return list.on(where);
}

/// As `array`. `numpy.asarray`.
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto asarray(detail::rows<N> list, device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto asarray(detail::rows<std::initializer_list<N>> list,
                           device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto asarray(detail::rows<detail::rows<N>> list, device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
template <class T = void, detail::listed_element_for<T> N>
[[nodiscard]] auto asarray(detail::rows<detail::rows<std::initializer_list<N>>> list,
                           device where = current_device()) {
  return ndarray<detail::asked_element<T, N>>(list, where);
}
template <element_type T>
[[nodiscard]] ndarray<T> asarray(detail::nested_list<T> list, device where = current_device()) {
  return ndarray<T>(list, where);
}
[[nodiscard]] inline any_expression asarray(const detail::list_argument& list,
                                            device where = current_device()) {
  return list.on(where);
}

}  // namespace gpu
