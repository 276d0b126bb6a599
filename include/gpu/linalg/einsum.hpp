// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <gpu/array/expression.hpp>
#include <gpu/array/result_type.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/option_name.hpp>

namespace gpu {

/// What `einsum_path` returns.
struct einsum_order {
  /// Which operands are multiplied together: places in the list of those that are there. They leave
  /// it, and their product comes to its end.
  std::vector<std::vector<std::size_t>> path;
  std::string description;  ///< to be printed: what the order takes
};

namespace linalg::detail {
[[nodiscard]] einsum_order einsum_order_of(std::string_view subscripts,
                                           const std::vector<shape>& operands);
[[nodiscard]] graph::node_ptr einsum_node(std::string_view subscripts,
                                          std::vector<graph::node_ptr> operands);

/// The element type of the result; void if it is known at run time only.
template <class... A>
struct einsum_element : std::type_identity<void> {};
template <class... A>
requires((typed_array<A> || scalar_like<A>)&&...) struct einsum_element<A...>
    : std::type_identity<result_type_t<A...>> {
};

/// An operand of a product of dtype `type`: numbers have that dtype.
/// @throws overflow_error  if it is an integer dtype that cannot hold the number
template <class A>
[[nodiscard]] graph::node_ptr einsum_operand(const A& operand, dtype type) {
  if constexpr (scalar_like<A>)
    return gpu::detail::assigned_scalar(operand, type);
  else
    return operand.node();
}
template <class A>
[[nodiscard]] shape einsum_shape(const A& operand) {
  if constexpr (scalar_like<A>)
    return {};
  else
    return operand.shape();
}

/// Arrays, of which there is one at least, and numbers.
template <class... A>
concept einsum_operands = ((array_like<A> || scalar_like<A>)&&...) && (array_like<A> || ...);
}  // namespace linalg::detail

/// Einstein's summation: products of elements, summed over the axes whose letters the result does
/// not have. `einsum("ij,jk->ik", a, b)` is `matmul(a, b)`, `einsum("ii", a)` the trace,
/// `einsum("ij->ji", a)` the transpose. `numpy.einsum`.
///
/// Products of two operands that sum over axes are those of `matmul`; all others are elementwise,
/// and fuse. More operands are multiplied in pairs, in the order that `einsum_path` returns.
///
/// @param subscripts  a letter for each axis of each operand, `...` for axes that broadcast; after
///                    "->" those of the result. Without that: axes of "...", then the letters that
///                    stand there once, in alphabetical order
/// @param operands    arrays, and numbers, which have no axes: `einsum(",ij", 3, a)`
/// @dtype   the promoted type, for which numbers are weak; sums as those of `matmul`
/// @throws  value_error  in NumPy's words, if the subscripts are none, or do not fit the operands
/// @throws  shape_error  "dimensions in operand 0 for collapsing index 'i' don't match (2 != 3)",
///          "operands could not be broadcast together with remapped shapes ..."
/// @throws  device_mismatch, library_not_found  as `matmul`
template <class... A>
requires(linalg::detail::einsum_operands<A...>)
    [[nodiscard]] auto einsum(option_name subscripts, const A&... operands) {
  const dtype type = result_type(operands...);
  return detail::expression_of_node<typename linalg::detail::einsum_element<A...>::type>(
      linalg::detail::einsum_node(subscripts, {linalg::detail::einsum_operand(operands, type)...}));
}

/// The order in which `einsum` multiplies these operands: that with the fewest products of elements
/// for up to 8 operands; of more the cheapest pair comes first. Nothing is computed.
/// `numpy.einsum_path`, with "optimal" as its default.
///
/// @throws  value_error, shape_error  as `einsum`
template <class... A>
requires(linalg::detail::einsum_operands<A...>) [[nodiscard]] einsum_order
    einsum_path(option_name subscripts, const A&... operands) {
  return linalg::detail::einsum_order_of(subscripts, {linalg::detail::einsum_shape(operands)...});
}

}  // namespace gpu
