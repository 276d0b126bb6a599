// SPDX-License-Identifier: BSD-3-Clause
#include "execute/overwriting.hpp"

#include <algorithm>
#include <cstddef>

#include "core/iteration.hpp"
#include "execute/index_reports.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_node;

/// Whether a kernel, or what it calls, reads each element of the argument before it writes one with
/// the same index.
bool reads_before_writing(const kernel& work, const graph::kernel_argument& argument) {
  const auto* const call = work.library_call();
  if (call == nullptr) return true;
  const auto is_argument = [&](const graph::value_id& operand) {
    return &work.arguments[operand.index] == &argument;
  };
  for (std::size_t i = 0; i < work.operands.size(); ++i)
    if (is_argument(work.operands[i]) && !call->function->may_overwrite(i)) return false;
  return call->elements == nullptr;
}

/// Whether the kernel reads elements that `written` may have, but for those that it writes itself
/// with the same access pattern.
bool reads_written(const kernel& work, const leaf_node& target, const layout& written) {
  const auto is_read_as_written = [&](const graph::kernel_argument& argument) {
    return reads_before_writing(work, argument) &&
           std::ranges::any_of(work.outputs, [&](const graph::kernel_output& output) {
             return output.target->block == target.block && output.target->type == argument.type &&
                    argument.place == output.target->placement();
           });
  };
  return std::ranges::any_of(work.arguments, [&](const graph::kernel_argument& argument) {
    const leaf_node* const leaf = leaf_of(argument);
    if (leaf == nullptr || leaf->block != target.block) return false;
    if (argument.kind == graph::operand_kind::memory) return true;
    return !is_read_as_written(argument) && may_overlap(argument.place, written);
  });
}

}  // namespace

bool needs_temporary(const kernel& work) {
  const leaf_node& target = *work.outputs.front().target;
  if (!target.block) return false;
  if (work.where.is_cpu() && checks_indices(work)) return true;
  return reads_written(work, target, target.placement());
}

bool needs_temporary(std::span<const graph::scheduled_kernel> schedule, const leaf_node& target) {
  if (!target.block) return false;
  const auto writes = [&](const graph::scheduled_kernel& step) {
    return std::ranges::any_of(step.work.outputs, [&](const graph::kernel_output& output) {
      return output.target->block == target.block;
    });
  };
  const auto first = std::ranges::find_if(schedule, writes);
  return std::any_of(first, schedule.end(), [&](const graph::scheduled_kernel& step) {
    return (step.work.where.is_cpu() && checks_indices(step.work)) ||
           reads_written(step.work, target, target.placement());
  });
}

}  // namespace gpu::execute
