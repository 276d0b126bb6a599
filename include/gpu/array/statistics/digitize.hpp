// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/core/strict_bool.hpp>

namespace gpu {

namespace detail {
[[nodiscard]] graph::node_ptr digitized(const graph::node_ptr& x, const graph::node_ptr& bins,
                                        bool right);
}  // namespace detail

/// The bin of each element: the i for which bins[i - 1] <= x < bins[i]; 0 before the first edge and
/// the number of edges after the last. With `right` the edge on the right belongs to the bin, not
/// that on the left. Edges may descend. nans come after all numbers. `numpy.digitize`.
///
/// @param x, bins  arrays, vectors, lists or numbers
/// @shape   that of x; bins is 1-D
/// @dtype   int64
/// @enqueue the call waits for the edges, which are checked on the host
/// @throws  value_error  "bins must be monotonically increasing or decreasing"
/// @throws  dtype_error  "x may not be complex"
template <detail::array_argument X, detail::array_argument B>
[[nodiscard]] auto digitize(const X& x, const B& bins, strict_bool right = false) {
  const device where = detail::device_of_arguments(x, bins);
  return expression<std::int64_t>(detail::digitized(detail::as_array(x, where).node(),
                                                    detail::as_array(bins, where).node(), right));
}
template <detail::array_argument X, scalar_like Number>
[[nodiscard]] auto digitize(const X& x, std::initializer_list<Number> bins,
                            strict_bool right = false) {
  return digitize<X, std::initializer_list<Number>>(x, bins, right);
}
template <detail::array_argument X>
[[nodiscard]] auto digitize(const X& x, const detail::list_argument& bins,
                            strict_bool right = false) {
  return digitize(x, bins.on(detail::device_of_arguments(x)), right);
}

}  // namespace gpu
