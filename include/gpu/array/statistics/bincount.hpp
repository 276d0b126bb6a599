// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/statistics/weights.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
/// @param weights  null: counts, int64; else sums, float64
[[nodiscard]] graph::node_ptr counted(const graph::node_ptr& x, const graph::node_ptr& weights,
                                      std::ptrdiff_t minlength);
}  // namespace detail

/// What `minlength(n)` makes.
struct minlength_option {
  strict_integer count;
  operator strict_integer() const { return count; }
};
/// An option of `bincount`, NumPy's `minlength=`: `bincount(x, minlength(6))`.
[[nodiscard]] inline minlength_option minlength(strict_integer count) {
  return {count};
}

/// How often each of 0, 1, ... max(x) occurs. `numpy.bincount`.
///
/// @param minlength  the least number of counts
/// @shape   (max(x) + 1,), or (minlength,) if that is more
/// @dtype   int64
/// @enqueue the call waits for the largest element; counts are computed when they are needed
/// @throws  value_error  "'list' argument must have no negative elements", and for other ranks
/// @throws  dtype_error  unless the elements are integers or bools
template <array_like A, std::convertible_to<strict_integer> Length = int>
[[nodiscard]] auto bincount(const A& x, const Length& minlength = 0) {
  return expression<std::int64_t>(detail::counted(x.node(), nullptr, strict_integer(minlength)));
}
template <array_like A>
[[nodiscard]] auto bincount(const A& x, std::nullopt_t, strict_integer minlength = 0) {
  return bincount(x, minlength);
}
/// The sum of the weights of the elements that are 0, 1, ... max(x).
/// @dtype   float64
/// @throws  value_error  "The weights and list don't have the same length."
template <array_like A, array_like W>
[[nodiscard]] auto bincount(const A& x, const W& weights, strict_integer minlength = 0) {
  return expression<double>(detail::counted(x.node(), weights.node(), minlength));
}
/// With the weights as an option: `bincount(x, weights(w))`.
template <array_like A, class T>
[[nodiscard]] auto bincount(const A& x, const weights_option<T>& weights,
                            strict_integer minlength = 0) {
  return bincount(x, detail::weights_array(weights), minlength);
}
/// The same of vectors and lists: `bincount({0, 1, 1})`, `bincount(x, vector)`.
template <detail::host_range A, class... Arguments>
[[nodiscard]] auto bincount(const A& x, const Arguments&... arguments) {
  return bincount(asarray(x, detail::device_of_arguments(arguments...)), arguments...);
}
template <element_type Number, class... Arguments>
[[nodiscard]] auto bincount(std::initializer_list<Number> x, const Arguments&... arguments) {
  return bincount(asarray(x, detail::device_of_arguments(arguments...)), arguments...);
}
template <class A, element_type Weight, class... Length>
[[nodiscard]] auto bincount(const A& x, std::initializer_list<Weight> weights,
                            const Length&... minlength) {
  return bincount<A, std::initializer_list<Weight>>(x, weights, minlength...);
}
template <element_type Number, element_type Weight, class... Length>
[[nodiscard]] auto bincount(std::initializer_list<Number> x, std::initializer_list<Weight> weights,
                            const Length&... minlength) {
  return bincount(asarray(x), asarray(weights), minlength...);
}
template <array_like A, detail::host_range W>
[[nodiscard]] auto bincount(const A& x, const W& weights, strict_integer minlength = 0) {
  return bincount(x, asarray(weights, x.device()), minlength);
}

}  // namespace gpu
