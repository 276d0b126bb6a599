// SPDX-License-Identifier: BSD-3-Clause
// What is in memory, and scalars, as arguments of the kernel: what reads the same is one.
#include "graph/schedule/linearizer.hpp"

namespace gpu::graph {

void linearizer::add_leaf(const seen& what, const node& origin) {
  std::vector<kernel_argument>& arguments = work_->arguments;
  if (origin.kind == node_kind::index)
    arguments.emplace_back(static_cast<const index_node&>(origin));
  else
    arguments.emplace_back(static_cast<const leaf_node&>(origin));
  if (!place_through(what.through, arguments.back().place)) return arguments.pop_back();
  put(what, last_argument());
}

/// That of the leaf which the value has been computed into. What is in memory is read there: a
/// library may have been given a copy, whose elements lie elsewhere.
void linearizer::add_memory(const seen& what, const address_node& address) {
  const node& known = resolved(*address.memory);
  const auto found = finished_->find(address.memory.get());
  const bool is_computed_now = known.kind != node_kind::leaf && found != finished_->end();
  const node& memory = is_computed_now ? *found->second : known;
  if (memory.kind != node_kind::leaf) {
    pending_.push_back({address.memory, fusion_break_reason::gather});
    return;
  }
  work_->arguments.push_back(
      kernel_argument::memory_of(static_cast<const leaf_node&>(memory), work_->extents));
  put(what, last_argument());
}

void linearizer::add_scalar(const seen& what, const scalar_node& scalar) {
  work_->scalars.emplace_back(&scalar);
  put(what, {value_id::source::scalar, static_cast<std::uint32_t>(work_->scalars.size() - 1)});
}

/// The argument that was added last, unless an earlier one reads the same elements.
value_id linearizer::last_argument() {
  std::vector<kernel_argument>& arguments = work_->arguments;
  const kernel_argument& last = arguments.back();
  const auto same_memory = [&](const kernel_argument& known) {
    if (known.kind != last.kind) return false;
    const leaf_node* const a = leaf_of(known);
    const leaf_node* const b = leaf_of(last);
    if (a == b) return true;  // both are null if they are affine
    return a->block && a->block == b->block && a->type == b->type;
  };
  std::uint32_t i = 0;
  while (!(same_memory(arguments[i]) && arguments[i].place == last.place)) ++i;
  if (&arguments[i] != &last) arguments.pop_back();
  return {value_id::source::argument, i};
}

}  // namespace gpu::graph
