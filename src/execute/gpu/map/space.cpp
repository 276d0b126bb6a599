// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/space.hpp"

#include <algorithm>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/plan.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::kernel_output;

iteration axes_of(const kernel& work) {
  std::vector<layout> targets;
  targets.reserve(work.outputs.size());
  std::vector<const layout*> layouts;
  layouts.reserve(work.outputs.size() + work.arguments.size());
  for (const kernel_output& output : work.outputs)
    layouts.push_back(&targets.emplace_back(output.target->placement()));
  for (const kernel_argument& argument : work.arguments) layouts.push_back(&argument.place);
  iteration axes = plan_iteration(layouts);
  if (axes.rank() > 0) return axes;
  axes.extents.push_back(1);
  for (shape& strides : axes.strides) strides.push_back(1);
  return axes;
}

std::vector<map_operand> operands_of(const kernel& work,
                                     const std::vector<std::ptrdiff_t>& offsets) {
  std::vector<map_operand> operands;
  operands.reserve(offsets.size());
  const auto add = [&](const graph::leaf_node* leaf, dtype type, std::size_t bytes,
                       bool is_written) {
    const std::ptrdiff_t offset = offsets[operands.size()];
    const bool is_array = bytes > 0;
    operands.push_back({is_array ? address_in(*leaf, offset) : 0, bytes, is_written,
                        is_array ? block_of(*leaf) : nullptr, type});
  };
  for (const kernel_output& output : work.outputs)
    add(output.target.get(), output.target->type, size_bytes(output.target->type), true);
  for (const kernel_argument& argument : work.arguments)
    add(leaf_of(argument), argument.type, element_bytes(argument), false);
  return operands;
}

}  // namespace

map_space map_space_of(const kernel& work) {
  map_space space;
  space.axes = axes_of(work);
  space.operands = operands_of(work, space.axes.offsets);
  for (const std::ptrdiff_t extent : space.axes.extents) space.size *= extent;
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (space.axes.strides[i].back() != 0)
      space.widest_bytes = std::max(space.widest_bytes, static_cast<int>(space.operands[i].bytes));
  space.weight = weight_of(work);
  return space;
}

std::size_t weight_of(const kernel& work) noexcept {
  std::size_t weight = 0;
  for (const graph::instruction& step : work.body) {
    const int code = step.op->loops[static_cast<std::size_t>(step.loop)].code_size;
    weight +=
        static_cast<std::size_t>(step.op->weight * ceil_div(code, graph::typed_loop::code_unit));
  }
  return weight;
}

}  // namespace gpu::execute
