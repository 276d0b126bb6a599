// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>

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
