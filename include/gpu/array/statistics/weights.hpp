// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <ranges>

#include <gpu/array/asarray.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/list_argument.hpp>

namespace gpu {

/// What `weights(w)` makes, of elements of type `T`.
template <class T>
struct weights_option {
  graph::node_ptr node;
};
/// How much each element counts, an option of statistics: NumPy's `weights=`.
template <typed_array W>
[[nodiscard]] weights_option<typename W::value_type> weights(const W& w) {
  return {w.node()};
}
/// The same of vectors and lists, copied to the current device: `weights({1, 2, 1})`.
template <detail::host_range W>
[[nodiscard]] weights_option<std::ranges::range_value_t<W>> weights(const W& w) {
  return {asarray(w).node()};
}
template <element_type Number>
[[nodiscard]] weights_option<Number> weights(std::initializer_list<Number> w) {
  return {asarray(w).node()};
}
[[nodiscard]] inline weights_option<double> weights(const detail::list_argument& w) {
  return {w.on(current_device()).astype<double>().node()};
}

namespace detail {
/// The weights that the option holds.
template <class T>
[[nodiscard]] expression<T> weights_array(const weights_option<T>& weights) {
  return expression<T>(weights.node);
}

template <class A>
inline constexpr bool is_weights = false;
template <class T>
inline constexpr bool is_weights<weights_option<T>> = true;
}  // namespace detail

}  // namespace gpu
