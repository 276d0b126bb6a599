// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/gathered_elements.hpp"

#include <algorithm>
#include <span>

#include "graph/gather.hpp"

namespace gpu::graph {
namespace {

bool is_memory(const kernel& work, value_id value) {
  return value.from == value_id::source::argument &&
         work.arguments[value.index].kind == operand_kind::memory;
}

std::span<const value_id> operands_of(const kernel& work, const instruction& step) {
  return std::span(work.operands).subspan(step.first, step.count);
}

/// The arguments other than memory that `value` is computed from.
void add_arguments(const kernel& work, value_id value, std::vector<std::size_t>& arguments) {
  if (value.from == value_id::source::scalar || is_memory(work, value)) return;
  if (value.from == value_id::source::argument) {
    if (std::ranges::find(arguments, value.index) == arguments.end())
      arguments.push_back(value.index);
    return;
  }
  for (const value_id operand : operands_of(work, work.body[value.index]))
    add_arguments(work, operand, arguments);
}

/// The affine argument that `place`, an offset, is counted from: the first operand of near gathers,
/// the last one of others.
std::optional<std::size_t> base_of(const kernel& work, value_id place) {
  while (place.from == value_id::source::instruction) {
    const instruction& step = work.body[place.index];
    const std::span<const value_id> operands = operands_of(work, step);
    if (step.op == &moved_offset_record())
      place = operands[1];
    else if (step.op->name == "offset" || step.op == &cast_record())
      place = operands[0];
    else
      return std::nullopt;
  }
  if (place.from != value_id::source::argument) return std::nullopt;
  const kernel_argument& argument = work.arguments[place.index];
  const bool is_constant =
      std::ranges::all_of(argument.place.strides, [](std::ptrdiff_t step) { return step == 0; });
  if (argument.kind != operand_kind::affine || is_constant) return std::nullopt;
  return place.index;
}

}  // namespace

std::vector<gathered_elements> gathered_elements_of(const kernel& work) {
  std::vector<gathered_elements> all;
  if (!work.reads_memory()) return all;
  for (const instruction& step : work.body) {
    const std::span<const value_id> operands = operands_of(work, step);
    if (step.op->name != "take" || !is_memory(work, operands[0])) continue;
    const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
    gathered_elements one{static_cast<std::ptrdiff_t>(size_bytes(loop.out)), {}};
    for (const value_id operand : operands) add_arguments(work, operand, one.arguments);
    one.base = base_of(work, operands[1]);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace gpu::graph
