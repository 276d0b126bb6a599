// SPDX-License-Identifier: BSD-3-Clause
#include "graph/block_parts.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/fork.hpp"
#include "cuda/capture.hpp"

namespace gpu::graph {
namespace {

constexpr std::int64_t max_parts_visited = 256;
/// So many nodes of a graph are searched for parts.
constexpr std::size_t max_nodes_visited = 64;

/// Some of the listed leaves. Each knows its place among them.
struct parts_list {
  gpu::detail::fork_safe<std::mutex> mutex;
  std::vector<const leaf_node*> parts;
};

/// By block, so that threads that work on different arrays seldom wait for each other.
parts_list& list_of(const memory_block& block) noexcept {
  static auto& all = *new std::array<parts_list, 64>;
  const auto address = reinterpret_cast<std::uintptr_t>(&block);
  return all[(address >> 6 ^ address >> 12) % all.size()];
}

}  // namespace

void list_part(const leaf_node& part) noexcept {
  if (part.block == nullptr) return;
  const auto bytes = static_cast<std::size_t>(element_count(part.extents)) * size_bytes(part.type);
  if (bytes > part.block->size_bytes() / 2) return;
  parts_list& list = list_of(*part.block);
  const std::lock_guard lock(list.mutex);
  try {
    list.parts.push_back(&part);
  } catch (...) {  // who writes the block copies it
    return;
  }
  part.listed_at = list.parts.size() - 1;
  part.is_listed = true;
}

leaf_node::~leaf_node() {
  if (!is_listed) return;
  parts_list& list = list_of(*block);
  const std::lock_guard lock(list.mutex);
  const leaf_node* const last = list.parts.back();
  last->listed_at = listed_at;
  list.parts[listed_at] = last;
  list.parts.pop_back();
}

void supersede_parts(const computed_node& computed) noexcept {
  if (gpu::detail::open_captures.load(std::memory_order_relaxed) != 0) return;
  std::array<const node*, max_nodes_visited> open{&computed};
  std::size_t count = 1;
  for (std::size_t i = 0; i < count; ++i)
    visit_operands(*open[i], [&](const node_ptr& operand) {
      if (operand->use_count() != 1) return;
      if (operand->kind == node_kind::leaf)
        static_cast<const leaf_node&>(*operand).is_superseded.store(true,
                                                                    std::memory_order_relaxed);
      else if (is_computed(operand->kind) && count < open.size())
        open[count++] = operand.get();
    });
}

bool all_others_are_parts(const memory_block& block, std::int64_t known,
                          const std::function<bool(const leaf_node&)>& holds) {
  parts_list& list = list_of(block);
  const std::lock_guard lock(list.mutex);
  // What other threads make of a part from now on lies within it, and it is listed until we end.
  std::int64_t others = block.use_count() - known;
  if (others > max_parts_visited) return false;
  for (const leaf_node* const part : list.parts) {
    if (part->block.get() != &block) continue;
    if (--others < 0 || !holds(*part)) return false;
  }
  return others == 0;
}

}  // namespace gpu::graph
