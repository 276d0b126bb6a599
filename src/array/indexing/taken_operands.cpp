// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/taken_operands.hpp"

#include <utility>

namespace gpu::detail {
namespace {

using graph::node;
using graph::node_kind;
using graph::node_ptr;
using graph::op_node;

/// The op that computes `value` element by element, if it is not in memory.
const op_node* elementwise_op(const node& value) {
  const node& known = graph::resolved(value);
  if (known.kind != node_kind::op) return nullptr;
  const auto& op = static_cast<const op_node&>(known);
  return op.op.outputs == 1 ? &op : nullptr;
}

/// `extents` with so many axes, by leading ones.
shape with_rank(const shape& extents, std::size_t rank) {
  shape result(rank - extents.size(), 1);
  for (const std::ptrdiff_t extent : extents) result.push_back(extent);
  return result;
}

/// How often the elements along the indexed axes lie in memory, or would have to be put there.
struct sources {
  int in_memory = 0;
  int computed = 0;
};

void count_sources(const node& value, std::uint64_t indexed, std::size_t rank, sources& found) {
  const node& known = graph::resolved(value);
  const shape extents = with_rank(known.extents, rank);
  bool varies = false;
  for (std::size_t axis = 0; axis < rank; ++axis)
    varies = varies || ((indexed >> axis & 1) != 0 && extents[axis] != 1);
  if (!varies) return;
  if (const op_node* const op = elementwise_op(known)) {
    for (const node_ptr& operand : op->operands) count_sources(*operand, indexed, rank, found);
    return;
  }
  ++(known.kind == node_kind::leaf ? found.in_memory : found.computed);
}

sources sources_of(const op_node& op, std::uint64_t indexed) {
  sources found;
  count_sources(op, indexed, op.extents.size(), found);
  return found;
}

node_ptr op_of_taken(const op_node& op, const operand_taker& take) {
  graph::operand_list operands(op.operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const node_ptr& operand = op.operands[i];
    operands[i] =
        operand->extents.empty()
            ? operand
            : take(graph::make_reshape(operand, with_rank(operand->extents, op.extents.size())));
  }
  return graph::make_op(op.op, op.loop, std::move(operands));
}

}  // namespace

node_ptr computed_of_taken(const node_ptr& value, std::uint64_t indexed, std::ptrdiff_t count,
                           const operand_taker& take) {
  const op_node* const op = elementwise_op(*value);
  // Few ways lead from it to what it is computed from.
  if (op == nullptr || op->op_bound > graph::max_kernel_instructions || op->fusion_breaks != 0)
    return nullptr;
  if (count > element_count(value->extents) / 2) return nullptr;
  const sources found = sources_of(*op, indexed);
  if (found.computed > 1 || found.computed + found.in_memory == 0) return nullptr;
  return op_of_taken(*op, take);
}

node_ptr computed_of_moved(const node_ptr& value, std::uint64_t indexed,
                           const operand_taker& move) {
  constexpr int max_ops = 16;
  constexpr int max_arrays = 4;
  const op_node* const op = elementwise_op(*value);
  if (op == nullptr || op->op_bound > max_ops || op->fusion_breaks != 0) return nullptr;
  const sources found = sources_of(*op, indexed);
  if (found.computed > 0 || found.in_memory == 0 || found.in_memory > max_arrays) return nullptr;
  return op_of_taken(*op, move);
}

}  // namespace gpu::detail
