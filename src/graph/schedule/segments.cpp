// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/segments.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <gpu/graph/build.hpp>

namespace gpu::graph {
namespace {

/// Values are known by their position in an order that has operands before what reads them.
class segment_cutter {
 public:
  segment_cutter(std::span<const node* const> roots, const shape& extents,
                 const finished_values& finished)
      : extents_(extents), finished_(finished) {
    for (const node* root : roots) add(*root);
    for (const node* root : roots) order_[positions_.at(root)].last_use = after_all;
    note_uses();
  }

  std::vector<std::vector<segment_result>> cut() {
    std::vector<std::vector<segment_result>> segments;
    std::size_t first = 0;
    while (const std::optional<std::size_t> end = end_of_segment(first)) {
      segments.push_back(left_by(first, *end));
      first = *end;
    }
    return segments;
  }

 private:
  static constexpr std::size_t after_all = std::numeric_limits<std::size_t>::max();

  struct ordered_value {
    const node* what;
    bool in_memory;  ///< already
    bool is_op;      ///< of the extents, to be computed
    std::size_t last_use = 0;
    std::int64_t readers = 0;
  };

  /// What a segment that ends at a position computes, and what of that later ones read.
  struct candidate {
    std::size_t end;
    std::uint32_t ops;
    std::size_t bytes;
  };

  /// Adds what `root` is computed from, and that itself.
  void add(const node& root) {
    struct visit {
      const node* value;
      bool operands_done;
    };
    std::vector<visit> open{{&root, false}};
    while (!open.empty()) {
      const auto [value, operands_done] = open.back();
      open.pop_back();
      if (operands_done) {
        append({value, false, value->kind == node_kind::op && value->extents == extents_});
        continue;
      }
      if (!positions_.try_emplace(value, 0).second) continue;
      if (is_known(*value, finished_)) {
        append({value, true, false});
        continue;
      }
      open.push_back({value, true});
      const auto operands = open.size();
      visit_operands(*value, [&](const node_ptr& one) { open.push_back({one.get(), false}); });
      std::reverse(open.begin() + static_cast<std::ptrdiff_t>(operands), open.end());
    }
  }

  void append(const ordered_value& value) {
    positions_[value.what] = order_.size();
    order_.push_back(value);
  }

  /// Sets for each value how many operands it is, and the last op that reads it, or reads what is
  /// computed from it otherwise than by ops of the extents: that may be computed anew where it is
  /// read.
  void note_uses() {
    for (std::size_t i = order_.size(); i-- > 0;) {
      const ordered_value& reader = order_[i];
      if (reader.in_memory) continue;
      const std::size_t use = reader.is_op ? i : reader.last_use;
      visit_operands(*reader.what, [&](const node_ptr& one) {
        ordered_value& read = order_[positions_.at(one.get())];
        read.last_use = std::max(read.last_use, use);
        ++read.readers;
      });
    }
  }

  /// Where the segment from `first` on ends; empty: it has all that is left, or no end is good.
  [[nodiscard]] std::optional<std::size_t> end_of_segment(std::size_t first) const {
    std::vector<candidate> candidates;
    std::vector<const ordered_value*> alive;
    std::unordered_set<const node*> read;
    std::uint32_t ops = 0;
    std::uint32_t arguments = 0;
    bool is_any_op = false;
    for (std::size_t i = first; i < order_.size(); ++i) {
      const ordered_value& value = order_[i];
      if (!value.is_op) continue;
      const auto& op = static_cast<const op_node&>(*value.what);
      ops += static_cast<std::uint32_t>(op.op.cost(op.loop));
      visit_operands(op, [&](const node_ptr& operand) {
        const std::size_t position = positions_.at(operand.get());
        const ordered_value& from = order_[position];
        if ((from.is_op && position >= first) || !read.insert(operand.get()).second) return;
        const bool is_read = from.is_op || from.in_memory;
        arguments += is_read ? 1u : operand->leaf_bound;
        ops += is_read ? 0u : operand->op_bound;
      });
      if (ops > max_kernel_instructions || arguments > max_kernel_arguments) {
        if (!is_any_op) return i + 1;
        return best_of(candidates);
      }
      is_any_op = true;
      std::erase_if(alive, [&](const ordered_value* one) { return one->last_use <= i; });
      if (value.last_use > i) alive.push_back(&value);
      std::size_t bytes = 0;
      for (const ordered_value* one : alive) bytes += size_bytes(one->what->type);
      if (alive.size() <= max_kernel_outputs) candidates.push_back({i + 1, ops, bytes});
    }
    return std::nullopt;
  }

  /// The one that leaves the fewest bytes among those with at least half of the most ops; of equal
  /// ones the last.
  [[nodiscard]] static std::optional<std::size_t> best_of(const std::vector<candidate>& all) {
    const candidate* best = nullptr;
    for (const candidate& one : all)
      if (2 * one.ops >= all.back().ops && (best == nullptr || one.bytes <= best->bytes))
        best = &one;
    return best == nullptr ? std::nullopt : std::optional(best->end);
  }

  /// The ops from `first` on, and before `end`, that later ones read.
  [[nodiscard]] std::vector<segment_result> left_by(std::size_t first, std::size_t end) const {
    std::vector<segment_result> results;
    for (std::size_t i = first; i < end; ++i)
      if (order_[i].is_op && order_[i].last_use >= end)
        results.push_back({node_ptr(order_[i].what), order_[i].readers});
    return results;
  }

  const shape& extents_;
  const finished_values& finished_;
  std::vector<ordered_value> order_;
  std::unordered_map<const node*, std::size_t> positions_;
};

}  // namespace

std::vector<std::vector<segment_result>> cut_into_segments(std::span<const node* const> values,
                                                           const shape& extents,
                                                           const finished_values& finished) {
  return segment_cutter(values, extents, finished).cut();
}

}  // namespace gpu::graph
