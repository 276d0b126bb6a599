// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/schedule.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "graph/joining.hpp"
#include "graph/schedule/divided_targets.hpp"
#include "graph/schedule/equal_values.hpp"
#include "graph/schedule/joined_roots.hpp"
#include "graph/schedule/linearizer.hpp"
#include "graph/schedule/reshaped_roots.hpp"
#include "graph/schedule/segments.hpp"

namespace gpu::graph {
namespace {

class scheduler {
 public:
  scheduler(std::span<const root> roots, linearizer& lines, finished_values finished,
            std::vector<node_ptr> divided)
      : open_(roots.begin(), roots.end()),
        finished_(std::move(finished)),
        reshaped_(lines),
        divided_(std::move(divided)),
        lines_(lines) {}

  /// @param is_tried  whether `lines` has just been told that one kernel cannot compute the roots
  std::vector<scheduled_kernel> run(bool is_tried) {
    for (; !open_.empty(); is_tried = false) {
      scheduled_kernel step;
      if (const std::size_t count =
              is_tried ? 0 : lines_.run(move_alike_first(open_), finished_, step.work)) {
        add_roots(count, std::move(step));
        continue;
      }
      std::vector<pending_value> pending = lines_.pending();
      if (reshaped_.reshape_first(open_, pending, finished_, parts_)) continue;
      if (divide(open_, pending)) {
        finish(std::move(pending));
        continue;
      }
      if (!are_cut_off(pending) || !add_segments(next_values(open_), pending)) finish(pending);
    }
    return std::move(schedule_);
  }

 private:
  /// A value that is computed part by part.
  struct open_parts {
    leaf_ptr whole;
    std::vector<root> roots;  ///< of parts that are still to be computed
  };

  [[nodiscard]] static std::vector<const node*> next_values(std::vector<root>& open) {
    std::vector<const node*> values;
    for (const root& one : move_alike_first(open)) values.push_back(one.value);
    return values;
  }

  /// Lets roots that wait for joined values be computed part by part if they read these element by
  /// element. `pending` then has those that must be in memory first. False if that is not so.
  bool divide(std::vector<root>& open, std::vector<pending_value>& pending) {
    if (std::ranges::none_of(pending, is_joined)) return false;
    const std::span<const root> roots = move_alike_first(open);
    divided_roots divided = divide_roots(
        roots, pending, finished_, [&](const node& value) { return own_uses(value, pending); });
    if (divided.wanted.empty() && divided.parts.empty()) return false;
    pending.clear();
    for (node_ptr& value : divided.wanted)
      pending.push_back({std::move(value), fusion_break_reason::library});
    if (divided.parts.empty()) return true;
    std::ranges::move(divided.joined, std::back_inserter(divided_));
    std::vector<root> left = parts_.add(std::move(divided.parts));
    for (std::size_t i = 0; i < open.size(); ++i)
      if (i >= divided.is_divided.size() || !divided.is_divided[i]) left.push_back(open[i]);
    open = std::move(left);
    return true;
  }

  /// How many owners of a value are here.
  [[nodiscard]] std::int64_t own_uses(const node& value,
                                      const std::vector<pending_value>& pending) const {
    const auto is_pending = [&](const pending_value& one) { return one.value.get() == &value; };
    std::int64_t count = 0;
    for (const node_ptr& one : divided_)
      count += std::ranges::count(static_cast<const library_node&>(*one).operands, &value,
                                  [](const node_ptr& operand) { return operand.get(); });
    return count + std::ranges::count_if(pending, is_pending) +
           std::ranges::count_if(lines_.pending(), is_pending) + parts_.owners_of(value) +
           reshaped_.owners_of(value);
  }

  static bool are_cut_off(const std::vector<pending_value>& pending) {
    return std::ranges::all_of(pending, &pending_value::is_cut_off);
  }

  static bool is_joined(const pending_value& one) { return joined_axis(*one.value).has_value(); }

  [[nodiscard]] leaf_ptr unallocated_leaf(const node& value) const {
    return make_unallocated_leaf(value.type, value.extents, *open_.front().target->where);
  }

  /// Adds a kernel, which finishes what it computes.
  void add(scheduled_kernel step) {
    for (std::size_t i = 0; i < step.computes.size(); ++i) {
      const leaf_ptr& target = step.work.outputs[i].target;
      const leaf_ptr whole = parts_.whole_of(*target);
      if (whole) step.target_parts.push_back({target, whole});
      add_asked(whole ? *whole : *target, step);
      if (open_.empty() || !step.computes[i]) continue;  // nobody reads it
      finished_.emplace(step.computes[i].get(), step.work.outputs[i].target);
      if (step.why != fusion_break_reason::too_large)
        computed_.add(*step.computes[i], step.work.outputs[i].target);
    }
    schedule_.push_back(std::move(step));
  }

  void add_roots(std::size_t count, scheduled_kernel step) {
    remove_first(count, open_, step);
    add(std::move(step));
  }

  /// Takes roots that a kernel computes from those that are open.
  void remove_first(std::size_t count, std::vector<root>& open, scheduled_kernel& step) const {
    for (std::size_t i = 0; i < count; ++i)
      step.computes.emplace_back(parts_.whole_of(*open[i].target) ? nullptr : open[i].value);
    open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count));
  }

  /// Adds kernels for all but the last of the ops that `values` are computed by: these are too many
  /// for one, and nothing but what is cut off is pending. False if none is added.
  bool add_segments(std::span<const node* const> values,
                    const std::vector<pending_value>& pending) {
    bool is_any_added = false;
    for (const std::vector<segment_result>& results :
         cut_into_segments(values, pending.front().value->extents, finished_)) {
      if (!add_segment(results)) break;
      is_any_added = true;
    }
    return is_any_added;
  }

  /// Adds a kernel for as many of the values as it can have, from the first on, after those that it
  /// waits for. False if they are too large even so.
  bool add_segment(const std::vector<segment_result>& results) {
    scheduled_kernel step;
    step.why = fusion_break_reason::too_large;
    std::vector<leaf_ptr> targets;
    std::vector<root> roots;
    for (const auto& [value, readers] : results) {
      step.computes.push_back(value);
      step.readers.push_back(readers);
      targets.push_back(target_of(*value));
      roots.push_back({value.get(), targets.back().get()});
    }
    std::size_t count = 0;
    while ((count = lines_.run(roots, finished_, step.work)) == 0) {
      std::vector<pending_value> waits_for = lines_.pending();
      std::erase_if(waits_for, std::mem_fn(&pending_value::is_cut_off));
      if (waits_for.empty()) return false;
      finish(std::move(waits_for));
    }
    step.computes.resize(count);
    add(std::move(step));
    return true;
  }

  /// Adds kernels for values that others wait for, each after those that it waits for itself.
  void finish(std::vector<pending_value> wanted) {
    while (!wanted.empty()) {
      const pending_value next = wanted.back();
      if (finished_.contains(next.value.get())) {
        wanted.pop_back();
        continue;
      }
      if (const leaf_ptr equal = computed_.find(*next.value)) {
        finished_.emplace(next.value.get(), equal);
        repeated_.push_back(next.value);
        continue;
      }
      if (is_joined(next)) {
        if (add_parts(next, wanted)) wanted.pop_back();
        continue;
      }
      scheduled_kernel step;
      step.why = next.why;
      if (!add_value(next.value, step)) {
        const std::vector<pending_value> pending = lines_.pending();
        const node* const value = next.value.get();
        if (are_cut_off(pending) && add_segments({&value, 1}, pending)) continue;
        wanted.insert(wanted.end(), pending.begin(), pending.end());
        continue;
      }
      wanted.pop_back();
      std::vector<reshaped_value> also;
      if (step.work.reduction() != nullptr && step.work.where.is_gpu())
        for (const pending_value& other : wanted)
          if (other.why == next.why) share(other.value, step, also);
      add(std::move(step));
      for (const reshaped_value& one : also) finished_.emplace(one.value.get(), one.asked);
    }
    std::erase_if(open_, [this](const root& one) {
      const auto found = finished_.find(one.value);
      return found != finished_.end() && found->second.get() == one.target;
    });
  }

  /// Adds a kernel for the next parts of a joined value, or to `wanted` what these wait for. True
  /// once it is finished.
  bool add_parts(const pending_value& joined, std::vector<pending_value>& wanted) {
    const auto [found, is_new] = joined_.try_emplace(joined.value.get());
    open_parts& parts = found->second;
    if (is_new) {
      parts.whole = target_of(*joined.value);
      parts.roots = parts_.add(parts_of(*joined.value, parts.whole));
    }
    scheduled_kernel step;
    step.why = is_root(*joined.value) ? fusion_break_reason::root : joined.why;
    const std::size_t count = lines_.run(move_alike_first(parts.roots), finished_, step.work);
    if (count == 0) {
      std::vector<pending_value> pending = lines_.pending();
      if (!divide(parts.roots, pending) && are_cut_off(pending) &&
          add_segments(next_values(parts.roots), pending))
        return false;
      wanted.insert(wanted.end(), pending.begin(), pending.end());
      return false;
    }
    remove_first(count, parts.roots, step);
    const bool is_finished = parts.roots.empty();
    if (is_finished) {
      if (!is_root(*joined.value)) step.joined_values.push_back({joined.value, parts.whole});
      finished_.emplace(joined.value.get(), parts.whole);
      computed_.add(*joined.value, parts.whole);
    }
    add(std::move(step));
    return is_finished;
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
  /// rows: then that is read once. A value with other axes of extent 1 is added to `also`.
  void share(const node_ptr& value, scheduled_kernel& step, std::vector<reshaped_value>& also) {
    const shape& extents = step.work.outputs.front().target->extents;
    const bool is_alike = value->extents == extents;
    const bool is_other = std::ranges::none_of(step.computes, [&](const node_ptr& one) {
      return one == value || computed_.are_equal(*one, *value);
    });
    if (!is_other || !value->reduces || finished_.contains(value.get()) ||
        !(is_alike || (unit_axes(value->extents, extents) && !is_root(*value))))
      return;
    scheduled_kernel alone;
    if (!add_value(value, alone)) return;
    scheduled_kernel both = step;
    if (!add_value(is_alike ? value : make_reshape(value, extents), both) ||
        both.work.arguments.size() >= step.work.arguments.size() + alone.work.arguments.size())
      return;
    step = std::move(both);
    if (is_alike) return;
    also.push_back({value, unallocated_leaf(*value), step.work.outputs.back().target});
    step.reshaped_targets.push_back({also.back().asked, also.back().computed});
  }

  [[nodiscard]] bool is_root(const node& value) const {
    return std::ranges::any_of(open_, [&](const root& one) { return one.value == &value; });
  }

  /// That of the root if the value is one, as it is. Libraries write arrays in C order.
  [[nodiscard]] leaf_ptr target_of(const node& value) const {
    const bool is_any_order = value.kind != node_kind::library || joined_axis(value);
    for (const root& one : open_)
      if (one.value == &value && one.target->extents == value.extents &&
          (is_any_order || is_contiguous(one.target->placement())))
        return leaf_ptr(one.target);
    return unallocated_leaf(value);
  }

  /// Notes who else gets the memory of `computed`.
  void add_asked(const leaf_node& computed, scheduled_kernel& step) const {
    if (leaf_ptr asked = reshaped_.asked_for(computed))
      step.reshaped_targets.push_back({std::move(asked), leaf_ptr(&computed)});
  }

  std::vector<root> open_;
  std::unordered_map<const node*, open_parts> joined_;
  std::vector<scheduled_kernel> schedule_;
  finished_values finished_;
  reshaped_roots reshaped_;
  divided_targets parts_;           ///< of roots and of joined values
  std::vector<node_ptr> divided_;   ///< joined values whose readers are divided into parts
  equal_values computed_;           ///< but steps of programs that are too large for one kernel
  std::vector<node_ptr> repeated_;  ///< found there, and so finished
  linearizer& lines_;
};

}  // namespace

std::span<const root> move_alike_first(std::vector<root>& roots) {
  const root first = roots.front();
  const auto end = std::stable_partition(
      roots.begin(), roots.end(), [&](const root& one) { return have_one_shape(one, first); });
  return {roots.data(), static_cast<std::size_t>(end - roots.begin())};
}

std::vector<scheduled_kernel> make_schedule(std::span<const root> roots) {
  linearizer lines;
  return make_schedule(roots, lines);
}
std::vector<scheduled_kernel> make_schedule(std::span<const root> roots, linearizer& lines,
                                            bool is_tried, finished_values finished,
                                            std::vector<node_ptr> divided) {
  return scheduler(roots, lines, std::move(finished), std::move(divided)).run(is_tried);
}

std::vector<scheduled_kernel> make_schedule(const node_ptr& value, const leaf_ptr& target) {
  const root one{value.get(), target.get()};
  return make_schedule({&one, 1});
}

}  // namespace gpu::graph
