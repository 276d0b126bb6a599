// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/operands.hpp"

#include <algorithm>

#include "execute/gpu/map/space.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

using graph::kernel;
using graph::kernel_argument;
using graph::kernel_output;

namespace {

/// As on the host; those of users may be larger than any of ours.
std::size_t accumulator_bytes(const graph::instruction& reduction) {
  const graph::typed_loop& loop = reduction.op->loops[static_cast<std::size_t>(reduction.loop)];
  return loop.reduces_on_host == nullptr ? tuning::max_accumulator_bytes
                                         : loop.reduces_on_host->accumulator_bytes;
}

}  // namespace

std::vector<reduction_operand> operands_of(const kernel& work, const graph::passes& passes,
                                           std::span<const graph::gathered_elements> gathers) {
  std::vector<reduction_operand> operands;
  operands.reserve(work.outputs.size() + work.arguments.size());
  for (const kernel_output& output : work.outputs) {
    const graph::leaf_node& target = *output.target;
    const layout place = target.placement();
    operands.push_back({output.per_row ? apply(work.reduction()->row, place) : place,
                        base_address(target), static_cast<std::ptrdiff_t>(size_bytes(target.type)),
                        true, output.per_row});
  }
  for (std::size_t i = 0; i < work.arguments.size(); ++i) {
    const kernel_argument& argument = work.arguments[i];
    const graph::leaf_node* const leaf = leaf_of(argument);
    operands.push_back({argument.place, leaf == nullptr ? 0 : base_address(*leaf),
                        static_cast<std::ptrdiff_t>(element_bytes(argument)), false,
                        passes.of_argument(i).per_row, argument.kind == graph::operand_kind::memory,
                        passes.is_late(i)});
  }
  for (const graph::gathered_elements& one : gathers)
    if (one.base) operands[work.outputs.size() + *one.base].gathered_bytes += one.bytes;
  return operands;
}

std::size_t element_costs::max_accumulator_bytes() const noexcept {
  return static_cast<std::size_t>(reductions) * tuning::max_accumulator_bytes + 16;
}

element_costs costs_of(const kernel& work, std::span<const reduction_operand> operands) {
  element_costs costs;
  for (const reduction_operand& one : operands) {
    costs.bytes_read += one.gathered_bytes;
    if (one.per_row || one.bytes == 0) continue;
    costs.widest_bytes = std::max(costs.widest_bytes, one.bytes);
    if (one.is_output) continue;
    costs.bytes_read += one.bytes;
    ++(one.is_late ? costs.late : costs.inputs);
  }
  for (const graph::instruction& step : work.body) {
    if (!step.op->is_reduction) continue;
    costs.reductions += step.op->definition.empty() ? 1 : 2;
    costs.accumulator_bytes += accumulator_bytes(step);
  }
  costs.instructions = weight_of(work);
  return costs;
}

}  // namespace gpu::execute
