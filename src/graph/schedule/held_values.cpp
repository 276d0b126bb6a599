// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/held_values.hpp"

#include <cstdint>
#include <unordered_map>

namespace gpu::graph {
namespace {

class held_values {
 public:
  explicit held_values(const std::vector<scheduled_kernel>& schedule) {
    for (const scheduled_kernel& step : schedule)
      for (const node_ptr& value : step.computes)
        if (value) in_memory_.emplace(value.get(), step.why);
    for (const auto& [value, why] : in_memory_)
      if (why == fusion_break_reason::root) count_operands(*value);
  }

  /// Of what holders of the nodes that are not in memory may ask for.
  [[nodiscard]] std::unordered_set<const node*> below() {
    for (const auto& [value, readers] : readers_)
      if (value->use_count() > readers && !in_memory_.contains(value)) add_below(*value);
    return std::move(below_);
  }

 private:
  /// Notes for each node how many operands it is, in all that `value` is computed from.
  void count_operands(const node& value) {
    if (readers_.try_emplace(&value, 0).second) open_.push_back(&value);
    while (!open_.empty())
      visit_open_operands([&](const node& operand) {
        const auto [found, is_new] = readers_.try_emplace(&operand, 0);
        ++found->second;
        if (is_new) open_.push_back(&operand);
      });
  }

  void add_below(const node& value) {
    const auto open = [&](const node& one) {
      if (visited_.insert(&one).second) open_.push_back(&one);
    };
    open(value);
    while (!open_.empty())
      visit_open_operands([&](const node& operand) {
        const auto found = in_memory_.find(&operand);
        if (found == in_memory_.end())
          open(operand);
        else if (found->second != fusion_break_reason::root &&
                 found->second != fusion_break_reason::too_large)
          below_.insert(&operand);
      });
  }

  /// Calls `visit` with the operands of the last open node that are still to be computed.
  template <class Visit>
  void visit_open_operands(const Visit& visit) {
    const node& value = *open_.back();
    open_.pop_back();
    visit_operands(value, [&](const node_ptr& operand) {
      if (is_computed(resolved(*operand).kind)) visit(*operand);
    });
  }

  std::vector<const node*> open_;
  std::unordered_map<const node*, fusion_break_reason> in_memory_;
  std::unordered_map<const node*, std::int64_t> readers_;
  std::unordered_set<const node*> visited_;
  std::unordered_set<const node*> below_;
};

}  // namespace

std::unordered_set<const node*> values_below_held(const std::vector<scheduled_kernel>& schedule) {
  return held_values(schedule).below();
}

}  // namespace gpu::graph
