// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include <gpu/array/expression.hpp>

namespace gpu {

namespace linalg::detail {
[[nodiscard]] graph::node_ptr einsum_node(std::string_view subscripts,
                                          std::vector<graph::node_ptr> operands);

template <class... A>
inline constexpr dtype einsum_type = [] {
  dtype promoted = dtype::bool_;
  ((promoted = promote_types(promoted, A::dtype())), ...);
  return promoted;
}();
}  // namespace linalg::detail

/// Einstein's summation: products of elements, summed over the axes whose letters the result does
/// not have. `einsum("ij,jk->ik", a, b)` is `matmul(a, b)`, `einsum("ii", a)` the trace,
/// `einsum("ij->ji", a)` the transpose. `numpy.einsum`.
///
/// Products of two operands that sum over axes are those of `matmul`; of more operands the cheapest
/// pair is multiplied first, and so on. All others are elementwise, and fuse.
///
/// @param subscripts  a letter for each axis of each operand, `...` for axes that broadcast; after
///                    "->" those of the result. Without that: axes of "...", then the letters that
///                    stand there once, in alphabetical order
/// @dtype   the promoted type; sums as those of `matmul`
/// @throws  value_error  in NumPy's words, if the subscripts are none, or do not fit the operands
/// @throws  shape_error  "dimensions in operand 0 for collapsing index 'i' don't match (2 != 3)",
///          "operands could not be broadcast together with remapped shapes ..."
/// @throws  device_mismatch, library_not_found  as `matmul`
template <typed_array... A>
requires(sizeof...(A) > 0)
    [[nodiscard]] auto einsum(std::string_view subscripts, const A&... operands) {
  return expression<element_t<linalg::detail::einsum_type<A...>>>(
      linalg::detail::einsum_node(subscripts, {operands.node()...}));
}

}  // namespace gpu
