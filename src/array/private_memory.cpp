// SPDX-License-Identifier: BSD-3-Clause
#include "array/private_memory.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gpu/array/memory_sharing.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/execute/evaluate.hpp>

#include "cuda/capture.hpp"
#include "execute/evaluating_threads.hpp"
#include "graph/block_parts.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_node;
using graph::leaf_ptr;
using graph::node_ptr;

/// Beyond this many nodes a graph is taken to share the array with someone.
constexpr std::size_t max_nodes_searched = 256;
/// More expressions than these are not computed for one write.
constexpr std::size_t max_computed = 8;

/// What a graph holds of one array, as far as nobody else holds the nodes.
struct holdings {
  std::int64_t of_leaf = 0;
  std::int64_t of_block = 0;            ///< by leaves that are not listed
  std::vector<const leaf_node*> parts;  ///< that are
  std::vector<node_ptr> shared;         ///< nodes without a result that others hold as well
};

/// Finds the holdings of one array.
class holdings_search {
 public:
  explicit holdings_search(const leaf_node& array) : array_(array) {}

  /// Of `value` itself, and what it is computed from.
  [[nodiscard]] holdings of(const node_ptr& value) && {
    if (value) visit(value);
    return std::move(*this).rest();
  }
  /// Of what `value`, which others may hold, is computed from.
  [[nodiscard]] holdings below(const graph::node& value) && {
    search_later(value);
    return std::move(*this).rest();
  }

 private:
  [[nodiscard]] holdings rest() && {
    for (std::size_t i = 0; i < open_count_; ++i)
      graph::visit_operands(*open_[i], [this](const node_ptr& child) { visit(child); });
    return std::move(found_);
  }
  void search_later(const graph::node& value) {
    if (open_count_ < open_.size()) open_[open_count_++] = &value;
  }
  void visit(const node_ptr& child) {
    if (child.get() == &array_) {
      ++found_.of_leaf;
    } else if (child->kind == graph::node_kind::leaf) {
      const auto& other = static_cast<const leaf_node&>(*child);
      if (other.block != array_.block || other.use_count() != 1) return;
      if (other.is_listed)
        found_.parts.push_back(&other);
      else
        ++found_.of_block;
    } else if (child->use_count() == 1) {
      search_later(*child);
    } else if (graph::is_computed(child->kind) && &graph::resolved(*child) == child.get()) {
      found_.shared.push_back(child);
    }
  }

  const leaf_node& array_;
  holdings found_;
  std::array<const graph::node*, max_nodes_searched> open_;  // the first `open_count_` are set
  std::size_t open_count_ = 0;
};

/// @param target  null for all elements
bool is_unseen(const leaf_ptr& leaf, const holdings& own, const leaf_node* target) {
  if (leaf->block->is_read_only() || leaf->use_count() != 1 + own.of_leaf) return false;
  const std::int64_t known = (target == nullptr ? 1 : 2) + own.of_block;
  if (leaf->block->use_count() == known + static_cast<std::int64_t>(own.parts.size())) return true;
  if (target == nullptr) return false;
  const bool is_alone = execute::is_only_evaluating_thread();
  return graph::all_others_are_parts(*leaf->block, known, [&](const leaf_node& part) {
    return std::find(own.parts.begin(), own.parts.end(), &part) != own.parts.end() ||
           (is_alone && part.is_superseded) || !is_shared(part, *target);
  });
}

std::size_t bytes_of(const graph::node& value) {
  return static_cast<std::size_t>(element_count(value.extents)) * size_bytes(value.type);
}

/// The nodes among `open`, and those below them that others hold as well, which read `target`.
/// Empty if they are many, or together so large that copying the array is better.
std::vector<node_ptr> readers_of(const leaf_node& target, const leaf_node& array,
                                 std::vector<node_ptr> open) {
  std::vector<node_ptr> seen;
  std::vector<node_ptr> readers;
  std::size_t bytes = 0;
  while (!open.empty()) {
    const node_ptr node = std::move(open.back());
    open.pop_back();
    if (std::find(seen.begin(), seen.end(), node) != seen.end()) continue;
    if (seen.size() == max_nodes_searched) return {};
    seen.push_back(node);
    const holdings held = holdings_search(array).below(*node);
    open.insert(open.end(), held.shared.begin(), held.shared.end());
    if (std::none_of(held.parts.begin(), held.parts.end(),
                     [&](const leaf_node* part) { return is_shared(*part, target); }))
      continue;
    readers.push_back(node);
    bytes += bytes_of(*node);
    if (readers.size() > max_computed || bytes > array.block->size_bytes() / 2) return {};
  }
  return readers;
}

}  // namespace

bool is_private(const leaf_ptr& leaf, const node_ptr& value) {
  return is_unseen(leaf, holdings_search(*leaf).of(value), nullptr);
}

bool make_private(const leaf_ptr& leaf, const node_ptr& value, const leaf_node& target) {
  const holdings own = holdings_search(*leaf).of(value);
  if (is_unseen(leaf, own, &target)) return true;
  if (own.shared.empty() || leaf->use_count() != 1 + own.of_leaf) return false;
  if (!execute::is_only_evaluating_thread()) return false;
  if (leaf->where->is_gpu() && is_capturing(current_stream(*leaf->where))) return false;
  const std::vector<node_ptr> readers = readers_of(target, *leaf, own.shared);
  if (readers.empty()) return false;
  try {
    static_cast<void>(execute::evaluate(readers));
  } catch (...) {  // whoever asks for them is told
    return false;
  }
  return is_unseen(leaf, own, &target);
}

}  // namespace gpu::detail
