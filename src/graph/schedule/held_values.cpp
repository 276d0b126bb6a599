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
        if (value && step.why != fusion_break_reason::root) in_memory_.insert(value.get());
    for (const scheduled_kernel& step : schedule)
      for (const node_ptr& value : step.computes)
        if (value && step.why == fusion_break_reason::root) count_operands(*value);
    for (const scheduled_kernel& step : schedule)
      if (step.why != fusion_break_reason::too_large)
        for (const node_ptr& value : step.computes) asked_for_.insert(value.get());
  }

  /// Of what holders of the nodes that are not in memory may ask for.
  [[nodiscard]] std::unordered_set<const node*> below() {
    for (const auto& [value, readers] : readers_)
      if (value->use_count() > readers && !in_memory_.contains(value)) add_below(*value);
    std::erase_if(below_, [&](const node* value) { return !asked_for_.contains(value); });
    return std::move(below_);
  }

 private:
  /// Notes for each node how many operands it is, in all that `value` is computed from.
  void count_operands(const node& value) {
    open_.push_back(&value);
    while (!open_.empty())
      visit_open_operands([&](const node& operand) {
        if (++readers_[&operand] == 1) open_.push_back(&operand);
      });
  }

  void add_below(const node& value) {
    const auto open = [&](const node& one) {
      if (visited_.insert(&one).second) open_.push_back(&one);
    };
    open(value);
    while (!open_.empty())
      visit_open_operands([&](const node& operand) {
        if (in_memory_.contains(&operand))
          below_.insert(&operand);
        else
          open(operand);
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
  std::unordered_set<const node*> in_memory_;
  std::unordered_set<const node*> asked_for_;
  std::unordered_map<const node*, std::int64_t> readers_;
  std::unordered_set<const node*> visited_;
  std::unordered_set<const node*> below_;
};

}  // namespace

std::unordered_set<const node*> values_below_held(const std::vector<scheduled_kernel>& schedule) {
  return held_values(schedule).below();
}

}  // namespace gpu::graph
