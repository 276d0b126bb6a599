// SPDX-License-Identifier: BSD-3-Clause
// Products of more than two matrices. Results are expressions: nothing is computed before it is
// needed.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

#include <gpu/array/expression.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu::linalg {

namespace detail {
[[nodiscard]] graph::node_ptr matrix_power_node(const graph::node_ptr& a, std::ptrdiff_t n);
/// @param type  of the result
[[nodiscard]] graph::node_ptr multi_dot_node(const gpu::detail::node_list& arrays, dtype type);
}  // namespace detail

/// Square matrices multiplied by themselves `n` times, by squaring: with at most 2 log2(n)
/// products. `numpy.linalg.matrix_power`.
///
/// @param n  0 gives ones on the diagonal; negative powers are those of the inverses, which are
///           computed when it is called
/// @shape   (..., m, m) -> (..., m, m)
/// @dtype   that of the elements, or of `inv`; integers wrap
/// @throws  linalg_error  "1-dimensional array given. Array must be at least two-dimensional",
/// "Last
///                        2 dimensions of the array must be square" with the shape
/// @throws  linalg_error  "Singular matrix" for negative powers; value_error for those of integers,
///                        whose dtype cannot be known
template <typed_array A>
[[nodiscard]] auto matrix_power(const A& a, strict_integer n) {
  return expression<typename A::value_type>(detail::matrix_power_node(a.node(), n));
}

/// The product of several matrices, multiplied in the order that takes the fewest products of
/// elements: by the algorithm of Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms,
/// section 15.2. `numpy.linalg.multi_dot`.
///
/// @param arrays  at least two: `multi_dot(xtuple(a, b, c))`, or a std::vector of arrays
/// @shape   (m, .), ..., (., n) -> (m, n); the first may be a row, the last a column of one axis,
///          which the result does not have; of two arrays that of `dot`
/// @dtype   the promoted type
/// @throws  value_error   "Expecting at least two arrays."
/// @throws  linalg_error  "3-dimensional array given. Array must be two-dimensional" of more than
///                        two arrays
/// @throws  shape_error   "shapes (3,4) and (5,1) not aligned: 4 (dim 1) != 5 (dim 0)"
template <gpu::detail::typed_sequence S>
[[nodiscard]] auto multi_dot(const S& arrays) {
  using traits = gpu::detail::sequence_traits<S>;
  return expression<element_t<traits::type>>(
      detail::multi_dot_node(traits::nodes(arrays), traits::type));
}
/// The same of a list of arrays of one type: `multi_dot({a, b, c})`.
template <typed_array A>
[[nodiscard]] auto multi_dot(std::initializer_list<A> arrays) {
  return multi_dot(std::vector<A>(arrays));
}

}  // namespace gpu::linalg
