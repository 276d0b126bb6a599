// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/kernel.hpp"

#include <algorithm>
#include <cstring>

#include "graph/schedule/passes.hpp"

namespace gpu::graph {
namespace {

std::uint32_t word(value_id value) noexcept {
  return static_cast<std::uint32_t>(value.from) << 30 | value.index;
}

}  // namespace

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

const leaf_node* kernel::addressed(std::size_t i) const noexcept {
  if (scalars[i]->kind != node_kind::address) return nullptr;
  return static_cast<const leaf_node*>(static_cast<const address_node&>(*scalars[i]).memory.get());
}

bool kernel::reads_addresses() const noexcept {
  return std::any_of(scalars.begin(), scalars.end(),
                     [](const auto& scalar) { return scalar->kind == node_kind::address; });
}

scalar_bytes kernel::bytes_of_scalar(std::size_t i) const noexcept {
  scalar_bytes bytes{};
  if (const leaf_node* leaf = addressed(i)) {
    const std::uintptr_t address = address_in(*leaf, leaf->offset);
    std::memcpy(bytes.data, &address, sizeof(address));
  } else {
    const auto& number = static_cast<const scalar_node&>(*scalars[i]);
    std::memcpy(bytes.data, number.bytes, sizeof(number.bytes));
  }
  return bytes;
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
  std::size_t most = 3 + 2 * arguments.size() + scalars.size() + 3 * outputs.size();
  for (const instruction& step : body) most += 2 + step.count;
  words.resize(most);
  std::uint32_t* at = words.data();
  *at++ = static_cast<std::uint32_t>(arguments.size() << 16 | scalars.size());
  for (const kernel_argument& argument : arguments)
    *at++ = static_cast<std::uint32_t>(argument.type) << 1 | (argument.is_index ? 1u : 0u);
  for (const ref_ptr<const node>& scalar : scalars)
    *at++ = static_cast<std::uint32_t>(scalar->type);
  for (const instruction& step : body) {
    *at++ = step.op->id;
    *at++ = static_cast<std::uint32_t>(step.loop);
    for (std::uint32_t i = 0; i < step.count; ++i) *at++ = word(operands[step.first + i]);
  }
  for (const kernel_output& output : outputs) {
    *at++ = word(output.value);
    *at++ = static_cast<std::uint32_t>(output.target->type);
  }
  if (scan.op != nullptr) {
    *at++ = scan.op->id;
    *at++ = static_cast<std::uint32_t>(scan.loop);
  }
  if (reduces()) {
    for (const kernel_argument& argument : arguments)
      *at++ = varies_along_rows(argument.place, reduced) ? 1 : 0;
    for (const kernel_output& output : outputs) *at++ = output.per_row ? 1 : 0;
  }
  words.resize(static_cast<std::size_t>(at - words.data()));
}

bool kernel::reduces() const noexcept {
  return reduced != 0 || std::any_of(body.begin(), body.end(),
                                     [](const auto& step) { return step.op->is_reduction; });
}

void kernel::clear() noexcept {
  reduced = 0;
  arguments.clear();
  scalars.clear();
  body.clear();
  operands.clear();
  outputs.clear();
  scan = {};
  library = nullptr;
}

}  // namespace gpu::graph
