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
      scheduled_kernel step{{}, {}, next.why};
      if (!add_value(next.value, step)) {
        wanted.insert(wanted.end(), lines_.pending().begin(), lines_.pending().end());
        continue;
      }
      wanted.pop_back();
      if (step.work.reduces() && step.work.where.is_gpu())
        for (const pending_value& other : wanted)
          if (other.why == next.why) share(other.value, step);
      for (std::size_t i = 0; i < step.computes.size(); ++i)
        finished_.emplace(step.computes[i].get(), step.work.outputs[i].target);
      schedule_.push_back(std::move(step));
    }
    std::erase_if(open_, [this](const root& one) {
      const auto found = finished_.find(one.value);
      return found != finished_.end() && found->second.get() == one.target;
    });
  }

  /// Adds a value to what a kernel computes, if that is possible.
  bool add_value(const node_ptr& value, scheduled_kernel& step) {
    std::vector<leaf_ptr> targets;
    std::vector<root> roots;
    for (std::size_t i = 0; i < step.computes.size(); ++i)
      roots.push_back({step.computes[i].get(), step.work.outputs[i].target.get()});
    for (const kernel_output& output : step.work.outputs) targets.push_back(output.target);
    targets.push_back(target_of(*value));
    roots.push_back({value.get(), targets.back().get()});
    kernel work;
    if (lines_.run(roots, finished_, work) != roots.size()) return false;
    step.work = std::move(work);
    step.computes.push_back(value);
    return true;
  }

  /// Lets a kernel that reduces compute another value too, if both read something along the same
  /// rows: then that is read once.
  void share(const node_ptr& value, scheduled_kernel& step) {
    const bool is_other =
        std::find(step.computes.begin(), step.computes.end(), value) == step.computes.end();
    if (!is_other || !value->reduces || finished_.contains(value.get()) ||
        value->extents != step.work.outputs.front().target->extents)
      return;
    scheduled_kernel alone;
    if (!add_value(value, alone)) return;
    scheduled_kernel both = step;
    if (add_value(value, both) &&
        both.work.arguments.size() < step.work.arguments.size() + alone.work.arguments.size())
      step = std::move(both);
  }

  /// That of the root if the value is one, as it is. Libraries write arrays in C order.
  [[nodiscard]] leaf_ptr target_of(const node& value) const {
    for (const root& one : open_)
      if (one.value == &value && one.target->extents == value.extents &&
          (value.kind != node_kind::library || is_contiguous(one.target->placement())))
        return leaf_ptr(one.target);
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
