// SPDX-License-Identifier: BSD-3-Clause
// Ops on nodes whose dtypes are known at run time: what composed functions are written with.
#pragma once

#include <utility>
#include <vector>

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// `Op` of nodes, in the loop for their dtypes.
template <class Op, class... Nodes>
[[nodiscard]] graph::node_ptr apply_op(const Nodes&... operands) {
  const graph::op_record& record = graph::record_of<Op>();
  const operand_type types[] = {{operands->type, false}...};
  return graph::make_op(record, graph::resolve_loop(record, types),
                        graph::operand_list::of(graph::node_ptr(operands)...));
}

[[nodiscard]] inline graph::node_ptr number(dtype type, double value) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    const T converted = math::cast<T>(value);
    return graph::make_scalar(type, &converted);
  });
}

}  // namespace gpu::detail
