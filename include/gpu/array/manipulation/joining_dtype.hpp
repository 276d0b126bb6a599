// SPDX-License-Identifier: BSD-3-Clause
// Arrays joined in a dtype that an option names: `concatenate({a, b}, as_dtype<double>)` is
// `concatenate<double>({a, b})`.
#pragma once

#include <utility>

#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu {

namespace detail {
template <element_type T>
[[nodiscard]] node_list arguments_as(array_arguments arrays, casting rule) {
  return converted_parts(std::move(arrays.nodes), dtype_of<T>, rule);
}
}  // namespace detail

/// NumPy's option `dtype=`, behind the axis if that is given.
template <element_type T>
[[nodiscard]] expression<T> concatenate(const detail::array_arguments& arrays,
                                        optional_axis_index axis, const dtype_option<T>&,
                                        casting rule = casting::same_kind) {
  return expression<T>(detail::concatenated(detail::arguments_as<T>(arrays, rule), axis));
}
template <element_type T>
[[nodiscard]] expression<T> concatenate(const detail::array_arguments& arrays,
                                        const dtype_option<T>& type,
                                        casting rule = casting::same_kind) {
  return concatenate(arrays, 0, type, rule);
}
template <element_type T>
[[nodiscard]] expression<T> stack(const detail::array_arguments& arrays, axis_index axis,
                                  const dtype_option<T>&, casting rule = casting::same_kind) {
  return expression<T>(detail::stacked(detail::arguments_as<T>(arrays, rule), axis));
}
template <element_type T>
[[nodiscard]] expression<T> stack(const detail::array_arguments& arrays,
                                  const dtype_option<T>& type, casting rule = casting::same_kind) {
  return stack(arrays, 0, type, rule);
}
template <element_type T>
[[nodiscard]] expression<T> vstack(const detail::array_arguments& arrays, const dtype_option<T>&,
                                   casting rule = casting::same_kind) {
  return expression<T>(detail::stacked_vertically(detail::arguments_as<T>(arrays, rule)));
}
template <element_type T>
[[nodiscard]] expression<T> hstack(const detail::array_arguments& arrays, const dtype_option<T>&,
                                   casting rule = casting::same_kind) {
  return expression<T>(detail::stacked_horizontally(detail::arguments_as<T>(arrays, rule)));
}

}  // namespace gpu
