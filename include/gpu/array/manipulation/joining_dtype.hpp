// SPDX-License-Identifier: BSD-3-Clause
// Arrays joined in a dtype that an option names: `concatenate({a, b}, as_dtype<double>)` is
// `concatenate<double>({a, b})`.
#pragma once

#include <initializer_list>

#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu {

/// NumPy's option `dtype=`, behind the axis if that is given.
template <array_sequence S, element_type T>
[[nodiscard]] auto concatenate(const S& arrays, const dtype_option<T>&,
                               casting rule = casting::same_kind) {
  return concatenate<T>(arrays, 0, rule);
}
template <array_sequence S, element_type T>
[[nodiscard]] auto concatenate(const S& arrays, optional_axis_index axis, const dtype_option<T>&,
                               casting rule = casting::same_kind) {
  return concatenate<T>(arrays, axis, rule);
}
template <typed_array A, element_type T>
[[nodiscard]] auto concatenate(std::initializer_list<A> arrays, const dtype_option<T>&,
                               casting rule = casting::same_kind) {
  return concatenate<T>(arrays, 0, rule);
}
template <typed_array A, element_type T>
[[nodiscard]] auto concatenate(std::initializer_list<A> arrays, optional_axis_index axis,
                               const dtype_option<T>&, casting rule = casting::same_kind) {
  return concatenate<T>(arrays, axis, rule);
}
template <element_type T>
[[nodiscard]] auto concatenate(detail::array_list arrays, const dtype_option<T>&,
                               casting rule = casting::same_kind) {
  return concatenate<T>(arrays, 0, rule);
}
template <element_type T>
[[nodiscard]] auto concatenate(detail::array_list arrays, optional_axis_index axis,
                               const dtype_option<T>&, casting rule = casting::same_kind) {
  return concatenate<T>(arrays, axis, rule);
}

template <array_sequence S, element_type T>
[[nodiscard]] auto stack(const S& arrays, const dtype_option<T>&,
                         casting rule = casting::same_kind) {
  return stack<T>(arrays, 0, rule);
}
template <array_sequence S, element_type T>
[[nodiscard]] auto stack(const S& arrays, axis_index axis, const dtype_option<T>&,
                         casting rule = casting::same_kind) {
  return stack<T>(arrays, axis, rule);
}
template <typed_array A, element_type T>
[[nodiscard]] auto stack(std::initializer_list<A> arrays, const dtype_option<T>&,
                         casting rule = casting::same_kind) {
  return stack<T>(arrays, 0, rule);
}
template <typed_array A, element_type T>
[[nodiscard]] auto stack(std::initializer_list<A> arrays, axis_index axis, const dtype_option<T>&,
                         casting rule = casting::same_kind) {
  return stack<T>(arrays, axis, rule);
}
template <element_type T>
[[nodiscard]] auto stack(detail::array_list arrays, const dtype_option<T>&,
                         casting rule = casting::same_kind) {
  return stack<T>(arrays, 0, rule);
}
template <element_type T>
[[nodiscard]] auto stack(detail::array_list arrays, axis_index axis, const dtype_option<T>&,
                         casting rule = casting::same_kind) {
  return stack<T>(arrays, axis, rule);
}

template <array_sequence S, element_type T>
[[nodiscard]] auto vstack(const S& arrays, const dtype_option<T>&,
                          casting rule = casting::same_kind) {
  return vstack<T>(arrays, rule);
}
template <typed_array A, element_type T>
[[nodiscard]] auto vstack(std::initializer_list<A> arrays, const dtype_option<T>&,
                          casting rule = casting::same_kind) {
  return vstack<T>(arrays, rule);
}
template <element_type T>
[[nodiscard]] auto vstack(detail::array_list arrays, const dtype_option<T>&,
                          casting rule = casting::same_kind) {
  return vstack<T>(arrays, rule);
}

template <array_sequence S, element_type T>
[[nodiscard]] auto hstack(const S& arrays, const dtype_option<T>&,
                          casting rule = casting::same_kind) {
  return hstack<T>(arrays, rule);
}
template <typed_array A, element_type T>
[[nodiscard]] auto hstack(std::initializer_list<A> arrays, const dtype_option<T>&,
                          casting rule = casting::same_kind) {
  return hstack<T>(arrays, rule);
}
template <element_type T>
[[nodiscard]] auto hstack(detail::array_list arrays, const dtype_option<T>&,
                          casting rule = casting::same_kind) {
  return hstack<T>(arrays, rule);
}

}  // namespace gpu
