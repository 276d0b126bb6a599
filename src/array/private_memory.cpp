// SPDX-License-Identifier: BSD-3-Clause
#include "array/private_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/array/memory_sharing.hpp>

#include "graph/block_parts.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_node;
using graph::leaf_ptr;
using graph::node_ptr;

/// Beyond this many nodes a graph is taken to share the array with someone.
constexpr std::size_t max_nodes_searched = 256;

/// What a graph that only the caller can see holds of one array.
struct holdings {
  std::int64_t of_leaf = 0;
  std::int64_t of_block = 0;            ///< by leaves that are not listed
  std::vector<const leaf_node*> parts;  ///< that are
};

holdings holdings_of(const node_ptr& value, const leaf_node& leaf) {
  holdings found;
  std::vector<const graph::node*> open;
  const auto visit = [&](const node_ptr& child) {
    if (child.get() == &leaf) {
      ++found.of_leaf;
    } else if (child->kind == graph::node_kind::leaf) {
      const auto& other = static_cast<const leaf_node&>(*child);
      if (other.block != leaf.block || other.use_count() != 1) return;
      if (other.is_listed)
        found.parts.push_back(&other);
      else
        ++found.of_block;
    } else if (child->use_count() == 1) {
      open.push_back(child.get());
    }
  };
  if (value) visit(value);
  for (std::size_t i = 0; i < open.size() && i < max_nodes_searched; ++i)
    graph::visit_operands(*open[i], visit);
  return found;
}

}  // namespace

bool is_private(const leaf_ptr& leaf, const node_ptr& value, const leaf_node* target) {
  if (leaf->block->is_read_only()) return false;
  const holdings own = holdings_of(value, *leaf);
  if (leaf->use_count() != 1 + own.of_leaf) return false;
  const std::int64_t known = (target == nullptr ? 1 : 2) + own.of_block;
  if (leaf->block->use_count() == known + static_cast<std::int64_t>(own.parts.size())) return true;
  return target != nullptr &&
         graph::all_others_are_parts(*leaf->block, known, [&](const leaf_node& part) {
           const bool is_own =
               std::find(own.parts.begin(), own.parts.end(), &part) != own.parts.end();
           return is_own || !is_shared(part, *target);
         });
}

}  // namespace gpu::detail
