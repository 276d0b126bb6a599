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

/// The arguments other than memory that instruction `last` is computed from.
std::vector<std::size_t> arguments_below(const kernel& work, std::size_t last) {
  std::vector<bool> is_argument(work.arguments.size());
  std::vector<bool> is_wanted(work.body.size());
  is_wanted[last] = true;
  for (std::size_t k = last + 1; k-- > 0;) {
    if (!is_wanted[k]) continue;
    for (const value_id operand : operands_of(work, work.body[k])) {
      if (work.is_constant(operand)) continue;
      (operand.from == value_id::source::argument ? is_argument : is_wanted)[operand.index] = true;
    }
  }
  std::vector<std::size_t> arguments;
  for (std::size_t i = 0; i < is_argument.size(); ++i)
    if (is_argument[i]) arguments.push_back(i);
  return arguments;
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
  for (std::size_t k = 0; k < work.body.size(); ++k) {
    const instruction& step = work.body[k];
    const std::span<const value_id> operands = operands_of(work, step);
    if (step.op->name != "take" || !is_memory(work, operands[0])) continue;
    const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
    all.push_back({static_cast<std::ptrdiff_t>(size_bytes(loop.out)), arguments_below(work, k),
                   base_of(work, operands[1])});
  }
  return all;
}

}  // namespace gpu::graph
