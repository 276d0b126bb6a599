// SPDX-License-Identifier: BSD-3-Clause
#include "execute/root_set.hpp"

#include <algorithm>

#include <gpu/graph/build.hpp>

namespace gpu::execute {

using graph::leaf_ptr;
using graph::node_ptr;

const graph::leaf_node* whole_leaf(const graph::node& value) {
  if (value.kind != graph::node_kind::leaf) return nullptr;
  const auto& leaf = static_cast<const graph::leaf_node&>(value);
  const auto bytes = static_cast<std::size_t>(element_count(leaf.extents)) * size_bytes(leaf.type);
  const bool is_whole =
      leaf.offset == 0 && leaf.block->size_bytes() == bytes && is_contiguous(leaf.placement());
  return is_whole ? &leaf : nullptr;
}

root_set::root_set(std::span<const node_ptr> values, device where) {
  for (const node_ptr& value : values) entry_of_.push_back(add(graph::resolved(value), where));
  add_siblings();
  for (const entry& one : entries_)
    if (one.node) roots_.push_back({one.node.get(), one.leaf.get()});
}

std::size_t root_set::add(const node_ptr& known, device where) {
  const auto same = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const entry& one) { return one.node == known; });
  if (same != entries_.end()) return static_cast<std::size_t>(same - entries_.begin());
  if (const graph::leaf_node* leaf = whole_leaf(*known))
    entries_.push_back({nullptr, leaf_ptr(leaf), nullptr});
  else
    entries_.push_back(
        {known,
         graph::make_unallocated_leaf(known->type, known->extents, known->where.value_or(where)),
         nullptr});
  return entries_.size() - 1;
}

void root_set::add_siblings() {
  const std::size_t given = entries_.size();
  for (std::size_t i = 0; i < given; ++i) {
    const node_ptr node = entries_[i].node;
    const graph::component_node* part = node ? graph::component_of(*node) : nullptr;
    if (part == nullptr || !part->where) continue;
    for (const graph::open_sibling& other : graph::open_siblings(*part)) {
      const bool known = std::any_of(entries_.begin(), entries_.end(), [&](const entry& one) {
        return one.node.get() == other.original ||
               (one.bundle == part->bundle && one.position == other.position);
      });
      if (!known)
        entries_.push_back(
            {other.value,
             graph::make_unallocated_leaf(other.value->type, other.value->extents, *part->where),
             part->bundle, other.position});
    }
  }
}

std::vector<leaf_ptr> root_set::results() const {
  std::vector<leaf_ptr> kept;
  for (const entry& one : entries_) {
    kept.push_back(one.leaf);
    if (one.bundle)
      one.bundle->remember(one.position, one.leaf);
    else if (one.node && one.node->where && graph::is_computed(one.node->kind))
      kept.back() = static_cast<const graph::computed_node&>(*one.node).remember(one.leaf);
  }
  std::vector<leaf_ptr> results;
  for (const std::size_t entry : entry_of_) results.push_back(kept[entry]);
  return results;
}

}  // namespace gpu::execute
