// SPDX-License-Identifier: BSD-3-Clause
#include "execute/joined_values.hpp"

#include <algorithm>
#include <utility>

#include "execute/compute.hpp"
#include "execute/run_kernels.hpp"
#include "graph/joining.hpp"
#include "graph/schedule/joined_roots.hpp"

namespace gpu::execute {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

/// @param divided  joined values that nobody but the parts reads
void compute_parts(const std::vector<graph::root_part>& parts, std::vector<node_ptr> divided = {}) {
  std::vector<graph::root> roots;
  roots.reserve(parts.size());
  for (const graph::root_part& one : parts) roots.push_back({one.value.get(), one.target.get()});
  compute_roots(roots, std::move(divided));
}

}  // namespace

std::vector<graph::pending_value> joined_operands(const graph::node& value) {
  std::vector<graph::pending_value> joined;
  if (value.kind != graph::node_kind::op && value.kind != graph::node_kind::reduction &&
      value.kind != graph::node_kind::scan)
    return joined;
  for (const node_ptr& operand : static_cast<const graph::op_node&>(value).operands)
    if (operand->kind == graph::node_kind::library && graph::joined_axis(*operand) &&
        &graph::resolved(*operand) == operand.get())
      joined.push_back({operand, graph::fusion_break_reason::library});
  return joined;
}

bool waits_for_joined(const graph::root& one, const std::vector<graph::pending_value>& pending) {
  return one.value->kind != graph::node_kind::view &&
         std::ranges::all_of(pending, [](const graph::pending_value& waits_for) {
           return graph::joined_axis(*waits_for.value).has_value();
         });
}

void compute_joined(const graph::node& value, const leaf_ptr& target) {
  provide_memory(*target);
  compute_parts(graph::parts_of(value, target));
}

bool compute_divided(const graph::root& one, const std::vector<graph::pending_value>& pending,
                     graph::finished_values& finished) {
  const auto pending_uses = [&](const graph::node& value) {
    return std::ranges::count_if(pending, [&](const graph::pending_value& waits_for) {
      return waits_for.value.get() == &value;
    });
  };
  graph::divided_roots divided = graph::divide_roots({&one, 1}, pending, finished, pending_uses);
  if (!divided.parts.empty()) {
    provide_memory(*one.target);
    for (const graph::root_part& part : divided.parts) part.target->place(one.target->block);
    compute_parts(divided.parts, std::move(divided.joined));
    return true;
  }
  if (divided.wanted.empty())
    for (const graph::pending_value& waits_for : pending) divided.wanted.push_back(waits_for.value);
  for (const node_ptr& value : divided.wanted) {
    const auto [found, is_new] = finished.try_emplace(value.get());
    if (!is_new) continue;
    found->second = graph::make_unallocated_leaf(value->type, value->extents, *value->where);
    compute_joined(*value, found->second);
    remember_if_shared(*value, found->second, 1 + pending_uses(*value));
  }
  return false;
}

}  // namespace gpu::execute
