// SPDX-License-Identifier: BSD-3-Clause
// New arrays with NumPy's option `dtype=` behind the other arguments, or before the device. It is
// `as_dtype<T>`, where the function gives what it gives with the template argument `T`, or a
// `gpu::dtype` that is known at run time, where it gives an `any_expression`:
// `zeros({2, 3}, dtype::int8)`, `arange(3, as_dtype<float>)`.
#pragma once

#include <type_traits>
#include <utility>

#include <gpu/array/asarray.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/full.hpp>
#include <gpu/array/linspace.hpp>
#include <gpu/array/named_dtype.hpp>
#include <gpu/array/nested_ranges.hpp>

namespace gpu {

/// `numpy.empty` with `dtype=`. The functions below are those of NumPy with this option, too.
/// @throws value_error  for a negative extent
template <class... Options>
requires(detail::dtype_among<Options...>)
    [[nodiscard]] auto empty(const shape& extents, const Options&... options) {
  return detail::made_with(
      [&]<class T>(const auto&... others) { return empty<T>(extents, others...); }, options...);
}
template <class... Options>
requires(detail::dtype_among<Options...>)
    [[nodiscard]] auto zeros(const shape& extents, const Options&... options) {
  return detail::made_with(
      [&]<class T>(const auto&... others) { return zeros<T>(extents, others...); }, options...);
}
template <class... Options>
requires(detail::dtype_among<Options...>)
    [[nodiscard]] auto ones(const shape& extents, const Options&... options) {
  return detail::made_with(
      [&]<class T>(const auto&... others) { return ones<T>(extents, others...); }, options...);
}

/// Of a number, an array or a vector.
/// @throws overflow_error  if the dtype is an integer type that cannot hold the number
/// @throws dtype_error     if a complex number was to become a real element
template <class Fill, class... Options>
requires(detail::dtype_among<Options...>)
    [[nodiscard]] auto full(const shape& extents, const Fill& fill, const Options&... options) {
  return detail::made_with<Fill>(
      [&]<class T>(const auto&... others) {
        return full<T>(extents, detail::read_proxy(fill), others...);
      },
      options...);
}
/// Of a list: `full({2, 3}, {1, 2.5, 3}, as_dtype<float>)`.
template <element_type T>
[[nodiscard]] ndarray<T> full(const shape& extents,
                              std::type_identity_t<detail::nested_list<T>> fill,
                              const dtype_option<T>&, device where = current_device()) {
  return full<T>(extents, ndarray<T>(fill, where));
}

/// `arange(stop, type)`, `arange(start, stop, type)`, `arange(start, stop, step, type)`.
template <scalar_like First, class... Options>
requires(detail::dtype_among<Options...> && !(element_proxy<Options> || ...))
    [[nodiscard]] auto arange(const First& first, const Options&... options) {
  return detail::made_with(
      [&]<class T>(const auto&... others) { return arange<T>(first, others...); }, options...);
}

/// Between numbers or arrays: `linspace(0, 1, 5, type)`.
/// @throws dtype_error  if complex numbers were to become real elements
template <class T = void, class Start, class Stop, class... Options>
requires(std::is_void_v<T>&& detail::dtype_among<Options...> && !element_proxy<Start> &&
         !element_proxy<Stop>)
    [[nodiscard]] auto linspace(const Start& start, const Stop& stop, const Options&... options) {
  return detail::made_with<Start, Stop>(
      [&]<class Element>(const auto&... others) {
        return linspace<Element>(start, stop, others...);
      },
      options...);
}

template <class Rows, class... Options>
requires(detail::dtype_among<Options...>)
    [[nodiscard]] auto eye(const Rows& rows, const Options&... options) {
  return detail::made_with([&]<class T>(const auto&... others) { return eye<T>(rows, others...); },
                           options...);
}
template <class... Options>
requires(detail::dtype_among<Options...>)
    [[nodiscard]] auto identity(strict_integer rows, const Options&... options) {
  return detail::made_with(
      [&]<class T>(const auto&... others) { return identity<T>(rows, others...); }, options...);
}

/// Of an array, whose memory the result shares if the dtype is its own, of a number or a vector.
/// @throws overflow_error  if the dtype is an integer type that cannot hold the number
/// @throws dtype_error     if complex elements were to become real ones
template <class A, class... Options>
requires(detail::dtype_among<Options...>)
    [[nodiscard]] auto asarray(A&& a, const Options&... options) {
  return detail::made_with<std::remove_cvref_t<A>>(
      [&]<class T>(const auto&... others) { return asarray<T>(std::forward<A>(a), others...); },
      options...);
}
template <class A, class... Options>
requires(detail::dtype_among<Options...>)
    [[nodiscard]] auto array(A&& a, const Options&... options) {
  return detail::made_with<std::remove_cvref_t<A>>(
      [&]<class T>(const auto&... others) { return array<T>(std::forward<A>(a), others...); },
      options...);
}
/// Of elements in braces: `array({{1, 2.5}, {3, 4}}, as_dtype<float>)`.
template <element_type T>
[[nodiscard]] ndarray<T> asarray(std::type_identity_t<detail::nested_list<T>> list,
                                 const dtype_option<T>&, device where = current_device()) {
  return ndarray<T>(list, where);
}
template <element_type T>
[[nodiscard]] ndarray<T> array(std::type_identity_t<detail::nested_list<T>> list,
                               const dtype_option<T>&, device where = current_device()) {
  return ndarray<T>(list, where);
}

}  // namespace gpu
