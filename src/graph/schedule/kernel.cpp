// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/kernel.hpp"

#include <algorithm>

#include "graph/schedule/passes.hpp"

namespace gpu::graph {
namespace {

std::uint32_t word(value_id value) noexcept {
  return static_cast<std::uint32_t>(value.from) << 30 | value.index;
}

}  // namespace

std::ptrdiff_t bytes_read(const kernel_argument& argument) noexcept {
  const leaf_node* const leaf = leaf_of(argument);
  if (leaf == nullptr) return 0;
  const layout& place = argument.place;
  std::ptrdiff_t count = 1;
  if (argument.kind == operand_kind::memory)
    count = std::min(element_count(place.extents), element_count(leaf->extents));
  else
    for (std::size_t axis = 0; axis < place.extents.size(); ++axis)
      if (place.strides[axis] != 0 || place.extents[axis] == 0) count *= place.extents[axis];
  return count * static_cast<std::ptrdiff_t>(size_bytes(leaf->type));
}

dtype kernel::type_of(value_id value) const {
  switch (value.from) {
    case value_id::source::argument:
      return arguments[value.index].type;
    case value_id::source::scalar:
      return scalars[value.index]->type;
    default:
      return body[value.index].op->loops[static_cast<std::size_t>(body[value.index].loop)].out;
  }
}

bool kernel::scans_rows() const noexcept {
  return std::ranges::any_of(body, &instruction::is_scan);
}

bool kernel::reads_memory() const noexcept {
  return std::any_of(arguments.begin(), arguments.end(), [](const kernel_argument& argument) {
    return argument.kind == operand_kind::memory;
  });
}

const kernel_argument* kernel::array_of(value_id value) const noexcept {
  if (value.from != value_id::source::argument) return nullptr;
  const kernel_argument& argument = arguments[value.index];
  return argument.kind == operand_kind::array ? &argument : nullptr;
}

bool kernel::is_constant(value_id value) const noexcept {
  if (value.from == value_id::source::argument)
    return arguments[value.index].kind == operand_kind::memory;
  return value.from == value_id::source::scalar;
}

std::uint32_t kernel::call_of(std::uint32_t i) const noexcept {
  const instruction& step = body[i];
  if (step.op->outputs == 1) return i;
  const int loops = step.op->loop_count();
  const auto first = operands.begin() + step.first;
  for (std::uint32_t k = 0; k < i; ++k)
    if (body[k].op == step.op && body[k].loop % loops == step.loop % loops &&
        std::equal(first, first + step.count, operands.begin() + body[k].first))
      return k;
  return i;
}

void kernel::signature(std::vector<std::uint32_t>& words) const {
  std::size_t most = 4 + 2 * arguments.size() + scalars.size() + 3 * outputs.size();
  for (const instruction& step : body) most += 2 + step.count;
  words.resize(most);
  std::uint32_t* at = words.data();
  *at++ = static_cast<std::uint32_t>(arguments.size() << 16 | scalars.size());
  *at++ = static_cast<std::uint32_t>(body.size() << 16 | outputs.size() << 2 | kind.index());
  for (const kernel_argument& argument : arguments)
    *at++ =
        static_cast<std::uint32_t>(argument.type) << 2 | static_cast<std::uint32_t>(argument.kind);
  for (const ref_ptr<const scalar_node>& scalar : scalars)
    *at++ = static_cast<std::uint32_t>(scalar->type);
  for (const instruction& step : body) {
    *at++ = step.op->id;
    *at++ = static_cast<std::uint32_t>(step.loop) << 1 | (step.is_scan ? 1 : 0);
    for (std::uint32_t i = 0; i < step.count; ++i) *at++ = word(operands[step.first + i]);
  }
  for (const kernel_output& output : outputs) {
    *at++ = word(output.value);
    *at++ = static_cast<std::uint32_t>(output.target->type);
  }
  if (scan() != nullptr) {
    *at++ = scan()->op->id;
    *at++ = static_cast<std::uint32_t>(scan()->loop);
  }
  if (reduction() != nullptr) {
    for (const kernel_argument& argument : arguments)
      *at++ = varies_along_rows(argument.place, reduction()->axes) ? 1 : 0;
    for (const kernel_output& output : outputs) *at++ = output.per_row ? 1 : 0;
  }
  words.resize(static_cast<std::size_t>(at - words.data()));
}

void kernel::clear() noexcept {
  arguments.clear();
  scalars.clear();
  body.clear();
  operands.clear();
  outputs.clear();
  kind = kernel_kinds::elementwise();
}

}  // namespace gpu::graph
