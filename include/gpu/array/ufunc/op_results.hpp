// SPDX-License-Identifier: BSD-3-Clause
// What a call of an op gives: an expression, or a tuple of them if the op has several outputs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

template <class Op>
inline constexpr std::size_t output_count = count_outputs(Op::info.loops);

/// One node for each output.
template <class Op>
using result_nodes = std::array<graph::node_ptr, output_count<Op>>;

template <class Op>
result_nodes<Op> make_results(const graph::op_record& record, int loop,
                              graph::operand_list&& operands) {
  if constexpr (output_count<Op> == 1) {
    return {graph::make_op(record, loop, std::move(operands))};
  } else {
    result_nodes<Op> nodes;
    auto components = graph::make_components(record, loop, std::move(operands));
    std::move(components.begin(), components.end(), nodes.begin());
    return nodes;
  }
}

/// The results for the user; `Types` are their element types, and none if these are not known.
template <class... Types, std::size_t Count>
auto as_expressions(std::array<graph::node_ptr, Count>&& nodes) {
  constexpr bool is_typed = sizeof...(Types) != 0;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    if constexpr (Count == 1 && is_typed)
      return (expression<Types>(std::move(nodes[I])), ...);
    else if constexpr (Count == 1)
      return any_expression(std::move(nodes[0]));
    else if constexpr (is_typed)
      return std::tuple<expression<Types>...>(expression<Types>(std::move(nodes[I]))...);
    else
      return std::make_tuple(any_expression(std::move(nodes[I]))...);
  }
  (std::make_index_sequence<Count>());
}

}  // namespace gpu::detail
