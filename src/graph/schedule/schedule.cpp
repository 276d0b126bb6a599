// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/schedule.hpp"

#include <algorithm>
#include <utility>

#include "graph/schedule/linearizer.hpp"

namespace gpu::graph {
namespace {

class scheduler {
 public:
  explicit scheduler(std::span<const root> roots) : open_(roots.begin(), roots.end()) {}

  std::vector<scheduled_kernel> run() {
    while (!open_.empty()) {
      scheduled_kernel step;
      if (const std::size_t count = lines_.run(next_roots(), finished_, step.work))
        add_roots(count, std::move(step));
      else
        finish(lines_.pending());
    }
    return std::move(schedule_);
  }

 private:
  /// The first open root and all that are walked like it, moved to the front.
  std::span<const root> next_roots() {
    const leaf_node& first = *open_.front().target;
    const auto end = std::stable_partition(open_.begin(), open_.end(), [&](const root& one) {
      return one.target->extents == first.extents && one.target->where == first.where;
    });
    return {open_.data(), static_cast<std::size_t>(end - open_.begin())};
  }

  void add_roots(std::size_t count, scheduled_kernel step) {
    for (std::size_t i = 0; i < count; ++i) {
      step.computes.emplace_back(open_[i].value);
      finished_.emplace(open_[i].value, step.work.outputs[i].target);
    }
    schedule_.push_back(std::move(step));
    open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(count));
  }

  /// Adds kernels for values that others wait for, each after those that it waits for itself.
  void finish(std::vector<pending_value> wanted) {
    while (!wanted.empty()) {
      const pending_value next = wanted.back();
      if (finished_.contains(next.value.get())) {
        wanted.pop_back();
        continue;
      }
      const leaf_ptr target = target_of(*next.value);
      const root one{next.value.get(), target.get()};
      scheduled_kernel step{{}, {next.value}, next.why};
      if (lines_.run({&one, 1}, finished_, step.work) == 0) {
        wanted.insert(wanted.end(), lines_.pending().begin(), lines_.pending().end());
        continue;
      }
      wanted.pop_back();
      finished_.emplace(next.value.get(), target);
      schedule_.push_back(std::move(step));
    }
    std::erase_if(open_, [this](const root& one) {
      const auto found = finished_.find(one.value);
      return found != finished_.end() && found->second.get() == one.target;
    });
  }

  /// That of the root if the value is one, as it is.
  [[nodiscard]] leaf_ptr target_of(const node& value) const {
    for (const root& one : open_)
      if (one.value == &value && one.target->extents == value.extents) return leaf_ptr(one.target);
    return make_unallocated_leaf(value.type, value.extents, *open_.front().target->where);
  }

  std::vector<root> open_;
  std::vector<scheduled_kernel> schedule_;
  finished_values finished_;
  linearizer lines_;
};

}  // namespace

std::vector<scheduled_kernel> make_schedule(std::span<const root> roots) {
  return scheduler(roots).run();
}

std::vector<scheduled_kernel> make_schedule(const node_ptr& value, const leaf_ptr& target) {
  const root one{value.get(), target.get()};
  return make_schedule({&one, 1});
}

}  // namespace gpu::graph
