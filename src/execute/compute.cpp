// SPDX-License-Identifier: BSD-3-Clause
#include "execute/compute.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/per_thread.hpp"
#include "execute/contiguous_expression.hpp"
#include "execute/gpu/executor.hpp"
#include "execute/host/small_expression.hpp"
#include "execute/joined_values.hpp"
#include "execute/overwriting.hpp"
#include "execute/run_kernels.hpp"
#include "execute/small_reductions.hpp"
#include "graph/joining.hpp"
#include "graph/schedule/linearizer.hpp"
#include "graph/schedule/reshaped_roots.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_node;
using graph::leaf_ptr;
using graph::node_ptr;

/// The buffers of this thread's last single kernel, so that small expressions allocate nothing.
struct scratch {
  graph::linearizer lines;
  kernel work;
  bool in_use = false;
};

/// Takes the thread's scratch; ends with an empty kernel.
class scratch_guard {
 public:
  [[nodiscard]] explicit scratch_guard(scratch& mine) noexcept : mine_(mine) {
    mine_.in_use = true;
  }
  ~scratch_guard() {
    mine_.lines.release();
    mine_.work.clear();
    mine_.in_use = false;
  }
  scratch_guard(const scratch_guard&) = delete;
  scratch_guard& operator=(const scratch_guard&) = delete;

 private:
  scratch& mine_;
};

/// Whether what `value` is computed from, but for `below` and what that is computed from, is held
/// by nobody and an operand of one node. False if these nodes are more than `nodes_left`.
bool is_tree_above(const graph::node& below, const graph::node& value, int& nodes_left) {
  if (--nodes_left < 0) return false;
  bool is_tree = true;
  graph::visit_operands(value, [&](const node_ptr& operand) {
    if (!is_tree || operand.get() == &below || !graph::is_computed(graph::resolved(*operand).kind))
      return;
    is_tree = operand->use_count() == 1 && is_tree_above(below, *operand, nodes_left);
  });
  return is_tree;
}

/// Whether no kernel that computes the root, which is no view of it, can compute the value as well:
/// a call of a library, or what a scan cannot read through its reshape.
bool has_own_kernel(const graph::pending_value& pending, const graph::root& one) {
  if (one.value->kind == graph::node_kind::scan &&
      pending.why == graph::fusion_break_reason::reshape)
    return true;
  return pending.value->kind == graph::node_kind::library &&
         one.value->kind != graph::node_kind::view && !graph::joined_axis(*pending.value);
}

/// Whether the root waits for a single value, which has a kernel of its own, and nobody else reads
/// what is computed from it or from the same values.
bool waits_for_own_kernel(const graph::root& one,
                          const std::vector<graph::pending_value>& pending) {
  int nodes_left = 32;
  return pending.size() == 1 && has_own_kernel(pending.front(), one) &&
         is_tree_above(*pending.front().value, *one.value, nodes_left);
}

/// What the root is a reshape of, if its target can get the memory of that; null: neither.
node_ptr reshaped_by(const graph::root& one) {
  if (one.value->kind != graph::node_kind::view || !graph::may_get_memory(one)) return nullptr;
  const auto& view = static_cast<const graph::view_node&>(*one.value);
  return view.affine ? nullptr : view.viewed;
}

/// What a root waits for that is computed by itself, before it.
struct values_to_compute_first {
  std::vector<graph::pending_value> joined;
  node_ptr single;
  node_ptr reshaped;  ///< the root has its elements, one after the other

  [[nodiscard]] bool is_empty() const noexcept { return joined.empty() && !single && !reshaped; }
};

/// Computes roots of one iteration space by one kernel, if one is enough and needs no temporary,
/// and returns true.
///
/// @param finished  values that are in memory
bool compute_at_once(std::span<const graph::root> roots, const graph::finished_values& finished) {
  scratch& mine = gpu::detail::per_thread<scratch>::get();
  if (mine.in_use) return false;
  const scratch_guard guard(mine);
  if (mine.lines.run(roots, finished, mine.work) != roots.size() || needs_temporary(mine.work))
    return false;
  run(mine.work);
  return true;
}

/// The same; returns nothing then, else the kernels that are to be run.
///
/// @param first  of one root: gets the joined values or the single one that it waits for, if it
///               waits for no others, or what it is a reshape of; then nothing is returned. May be
///               null
/// @param divided  as for `make_schedule`
std::vector<graph::scheduled_kernel> compute_or_schedule(std::span<const graph::root> roots,
                                                         const graph::finished_values& finished,
                                                         values_to_compute_first* first = nullptr,
                                                         std::vector<node_ptr> divided = {}) {
  scratch& mine = gpu::detail::per_thread<scratch>::get();
  if (mine.in_use) {
    graph::linearizer lines;
    return graph::make_schedule(roots, lines, false, finished, std::move(divided));
  }
  const scratch_guard guard(mine);
  const std::size_t count = mine.lines.run(roots, finished, mine.work);
  if (count == 0 && first != nullptr) {
    const std::vector<graph::pending_value>& pending = mine.lines.pending();
    if (finished.empty() && (first->reshaped = reshaped_by(roots.front()))) return {};
    if (waits_for_own_kernel(roots.front(), pending))
      return first->single = pending.front().value, std::vector<graph::scheduled_kernel>();
    if (!roots.front().target->block && waits_for_joined(roots.front(), pending))
      return first->joined = pending, std::vector<graph::scheduled_kernel>();
  }
  if (count != roots.size() || needs_temporary(mine.work))
    return graph::make_schedule(roots, mine.lines, count == 0, finished, std::move(divided));
  run(mine.work);
  return {};
}

/// Computes a small expression, as most are that are computed again and again, without scheduling
/// what is known, or what takes less time than that. False if it is no such expression.
/// @param finished  values that are in memory; may be null
bool compute_contiguous(const graph::node& value, const leaf_node& target,
                        const graph::finished_values* finished = nullptr) {
  contiguous_expression read;
  if (!read.read(value, target, finished)) return false;
  provide_memory(target);
  return target.where->is_cpu() ? compute_directly(read) : run_on_gpu(read);
}

/// Computes a value into memory of its own by `compute(result)`.
template <class Compute>
leaf_ptr computed(const graph::node& value, device where, const Compute& compute) {
  const leaf_ptr result = graph::make_unallocated_leaf(value.type, value.extents, where);
  compute(result);
  remember_if_shared(value, result, 1);
  return result;
}
leaf_ptr computed(const node_ptr& value, device where) {
  return computed(*value, where, [&](const leaf_ptr& result) { compute(*value, result); });
}

/// Whether one kernel can compute them all.
bool have_one_shape(std::span<const graph::root> roots) {
  return std::ranges::all_of(
      roots, [&](const graph::root& one) { return graph::have_one_shape(one, roots.front()); });
}

/// As `compute`.
/// @param finished  values that are in memory; gets those that are computed first
void compute_from(graph::finished_values& finished, const graph::node& value,
                  const leaf_ptr& target) {
  const graph::root one{&value, target.get()};
  std::vector<graph::scheduled_kernel> schedule;
  values_to_compute_first first;
  if (!target->block) first.joined = joined_operands(value);
  do {
    if (first.reshaped) return target->place(computed(first.reshaped, *target->where)->block);
    if (first.single) finished.emplace(first.single.get(), computed(first.single, *target->where));
    if (!first.joined.empty() && compute_divided(one, first.joined, finished)) return;
    first = {};
    schedule = compute_or_schedule({&one, 1}, finished, &first);
  } while (!first.is_empty());
  if (schedule.empty()) return;
  if (!needs_temporary(schedule, *target)) return run(schedule);
  const leaf_ptr temporary =
      graph::make_unallocated_leaf(target->type, target->extents, *target->where);
  if (schedule.back().target_parts.empty()) {
    schedule.back().work.outputs.front().target = temporary;
    run(schedule);
  } else {
    schedule.clear();
    compute(value, temporary);
  }
  compute(*temporary, target);
}

/// Computes the values in turn, each behind those that it is computed from.
graph::finished_values computed_in_turn(const std::vector<const graph::node*>& values,
                                        device where) {
  graph::finished_values finished;
  for (const graph::node* value : values)
    finished.emplace(value, computed(*value, where, [&](const leaf_ptr& result) {
                       if (!compute_contiguous(*value, *result, &finished))
                         compute_from(finished, *value, result);
                     }));
  return finished;
}

}  // namespace

void compute(const graph::node& value, const leaf_ptr& target) {
  if (compute_contiguous(value, *target)) return;
  if (!target->block && graph::joined_axis(value)) return compute_joined(value, target);
  graph::finished_values finished;
  if (target->where->is_cpu())
    finished = computed_in_turn(small_reductions_below(value), *target->where);
  if (finished.empty() || !compute_contiguous(value, *target, &finished))
    compute_from(finished, value, target);
}

void compute_roots(std::span<const graph::root> roots, std::vector<node_ptr> divided) {
  graph::finished_values finished;
  std::vector<graph::root> open;
  while (!roots.empty() && !have_one_shape(roots)) {
    if (open.empty()) open.assign(roots.begin(), roots.end());
    const std::size_t count = graph::move_alike_first(open).size();
    if (!compute_at_once({open.data(), count}, finished)) {
      graph::linearizer lines;
      std::vector<graph::scheduled_kernel> schedule =
          graph::make_schedule(open, lines, false, std::move(finished), std::move(divided));
      return run(schedule);
    }
    for (std::size_t i = 0; i < count; ++i)
      finished.emplace(open[i].value, leaf_ptr(open[i].target));
    open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count));
    roots = open;
  }
  if (roots.empty()) return;
  std::vector<graph::scheduled_kernel> schedule =
      compute_or_schedule(roots, finished, nullptr, std::move(divided));
  run(schedule);
}

}  // namespace gpu::execute
