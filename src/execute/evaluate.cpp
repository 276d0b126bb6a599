// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/execute/evaluate.hpp>

#include <algorithm>

#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/graph/build.hpp>

#include "core/iteration.hpp"
#include "core/per_thread.hpp"
#include "execute/gpu/contiguous_expression.hpp"
#include "execute/gpu/executor.hpp"
#include "execute/host/executor.hpp"
#include "execute/host/reduce/reduce.hpp"
#include "execute/host/scan/scan.hpp"
#include "execute/index_reports.hpp"
#include "execute/operation.hpp"
#include "execute/root_set.hpp"
#include "graph/joining.hpp"
#include "graph/schedule/joined_roots.hpp"
#include "graph/schedule/linearizer.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_node;
using graph::leaf_ptr;
using graph::node_ptr;

/// Gives an unallocated leaf its memory.
void provide_memory(const leaf_node& leaf) {
  if (leaf.block) return;
  const auto count = static_cast<std::size_t>(element_count(leaf.extents));
  leaf.place(memory_block::allocate(*leaf.where, count * size_bytes(leaf.type)));
}

void run_on_cpu(const kernel& work) {
  if (work.scan() != nullptr)
    scan_on_host(work);
  else if (work.reduced_axes() != 0)
    reduce_on_host(work);
  else
    run_on_host(work);
}

void call_library(const kernel& work) {
  if (element_count(work.outputs.front().target->extents) == 0) return;
  operation call(work);
  const stream_guard home(call.stream());
  work.library_call()->function->run(call);
}

void run(kernel& work) {
  for (const graph::kernel_output& output : work.outputs) provide_memory(*output.target);
  if (work.library_call() != nullptr) return call_library(work);
  if (work.where.is_gpu()) return run_on_gpu(work);
  if (!checks_indices(work)) return run_on_cpu(work);
  const host_index_report report(work);
  run_on_cpu(work);
  report.throw_if_any();
}

/// Keeps a value in its node if more than its readers in a schedule, which has it once, hold it.
void remember_if_shared(const graph::node& value, const leaf_ptr& leaf, std::int64_t readers) {
  if (value.use_count() > 1 + readers && graph::is_computed(value.kind))
    static_cast<const graph::computed_node&>(value).remember(leaf);
}

/// Runs a schedule. Intermediate values that nobody else can ask for end with their last reader;
/// those of roots are the caller's to keep.
void run(std::vector<graph::scheduled_kernel>& schedule) {
  for (graph::scheduled_kernel& step : schedule) {
    for (const graph::target_part& one : step.target_parts) {
      provide_memory(*one.whole);
      one.part->place(one.whole->block);
    }
    run(step.work);
    for (const graph::reshaped_target& one : step.reshaped_targets)
      one.asked->place(one.computed->block);
    if (step.why != graph::fusion_break_reason::root || !step.reshaped_targets.empty())
      for (std::size_t i = 0; i < step.computes.size(); ++i)
        if (step.computes[i])
          remember_if_shared(*step.computes[i], step.work.outputs[i].target,
                             step.readers.empty() ? 1 : step.readers[i]);
    for (const graph::joined_value& one : step.joined_values)
      remember_if_shared(*one.value, one.computed, 1);
    step.target_parts.clear();
    step.joined_values.clear();
    if (&step != &schedule.back()) step.work.clear();
  }
}

/// Whether a kernel, or what it calls, reads each element of the argument before it writes one with
/// the same index.
bool reads_before_writing(const kernel& work, const graph::kernel_argument& argument) {
  const auto* const call = work.library_call();
  if (call == nullptr) return true;
  const auto is_argument = [&](const graph::value_id& operand) {
    return &work.arguments[operand.index] == &argument;
  };
  for (std::size_t i = 0; i < work.operands.size(); ++i)
    if (is_argument(work.operands[i]) && !call->function->may_overwrite(i)) return false;
  return call->elements == nullptr;
}

/// Whether the kernel reads elements that `written` may have, but for those that it writes itself
/// with the same access pattern.
bool reads_written(const kernel& work, const leaf_node& target, const layout& written) {
  const auto is_read_as_written = [&](const graph::kernel_argument& argument) {
    return reads_before_writing(work, argument) &&
           std::ranges::any_of(work.outputs, [&](const graph::kernel_output& output) {
             return output.target->block == target.block && output.target->type == argument.type &&
                    argument.place == output.target->placement();
           });
  };
  return std::ranges::any_of(work.arguments, [&](const graph::kernel_argument& argument) {
    const leaf_node* const leaf = leaf_of(argument);
    if (leaf == nullptr || leaf->block != target.block) return false;
    if (argument.kind == graph::operand_kind::memory) return true;
    return !is_read_as_written(argument) && may_overlap(argument.place, written);
  });
}

/// Whether the kernel reads memory that it also writes, with another access pattern, or may end
/// with an error when it has written some of it.
bool needs_temporary(const kernel& work) {
  const leaf_node& target = *work.outputs.front().target;
  if (!target.block) return false;
  if (work.where.is_cpu() && checks_indices(work)) return true;
  return reads_written(work, target, target.placement());
}

/// The same of the kernels of a schedule from the first on that writes to the target.
bool needs_temporary(std::span<const graph::scheduled_kernel> schedule, const leaf_node& target) {
  if (!target.block) return false;
  const auto writes = [&](const graph::scheduled_kernel& step) {
    return std::ranges::any_of(step.work.outputs, [&](const graph::kernel_output& output) {
      return output.target->block == target.block;
    });
  };
  const auto first = std::ranges::find_if(schedule, writes);
  return std::any_of(first, schedule.end(), [&](const graph::scheduled_kernel& step) {
    return (step.work.where.is_cpu() && checks_indices(step.work)) ||
           reads_written(step.work, target, target.placement());
  });
}

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

/// Whether joined values are all that a root waits for, of which it is no view.
bool waits_for_joined(const graph::root& one, const std::vector<graph::pending_value>& pending) {
  return one.value->kind != graph::node_kind::view &&
         std::ranges::all_of(pending, [](const graph::pending_value& waits_for) {
           return graph::joined_axis(*waits_for.value).has_value();
         });
}

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
/// @param joined  of one root: gets the joined values that it waits for, if it waits for no others;
///                then nothing is returned. May be null
/// @param divided  as for `make_schedule`
std::vector<graph::scheduled_kernel> compute_or_schedule(
    std::span<const graph::root> roots, const graph::finished_values& finished,
    std::vector<graph::pending_value>* joined = nullptr, std::vector<node_ptr> divided = {}) {
  scratch& mine = gpu::detail::per_thread<scratch>::get();
  if (mine.in_use) {
    graph::linearizer lines;
    return graph::make_schedule(roots, lines, false, finished, std::move(divided));
  }
  const scratch_guard guard(mine);
  const std::size_t count = mine.lines.run(roots, finished, mine.work);
  if (count == 0 && joined != nullptr && waits_for_joined(roots.front(), mine.lines.pending())) {
    *joined = mine.lines.pending();
    return {};
  }
  if (count != roots.size() || needs_temporary(mine.work))
    return graph::make_schedule(roots, mine.lines, count == 0, finished, std::move(divided));
  run(mine.work);
  return {};
}

/// Computes a small expression on a GPU, as most are that are computed again and again, without
/// scheduling what is known. False if it is no such expression.
bool compute_contiguous(const graph::node& value, const leaf_node& target) {
  if (target.where->is_cpu()) return false;
  contiguous_expression read;
  if (!read.read(value, target)) return false;
  provide_memory(target);
  return run_on_gpu(read);
}

/// @param divided  joined values that nobody but the parts reads
void compute_parts(const std::vector<graph::root_part>& parts, std::vector<node_ptr> divided = {}) {
  std::vector<graph::root> roots;
  roots.reserve(parts.size());
  for (const graph::root_part& one : parts) roots.push_back({one.value.get(), one.target.get()});
  compute_roots(roots, std::move(divided));
}

/// Computes a joined value into new memory, each part to its place.
void compute_joined(const graph::node& value, const leaf_ptr& target) {
  provide_memory(*target);
  compute_parts(graph::parts_of(value, target));
}

/// Operands of an op, a reduction or a scan that join others, which no kernel does.
std::vector<graph::pending_value> joined_operands(const graph::node& value) {
  std::vector<graph::pending_value> joined;
  if (value.kind != graph::node_kind::op && value.kind != graph::node_kind::reduction &&
      value.kind != graph::node_kind::scan)
    return joined;
  for (const node_ptr& operand : static_cast<const graph::op_node&>(value).operands)
    if (operand->kind == graph::node_kind::library && graph::joined_axis(*operand) &&
        &graph::resolved(*operand) == operand.get())
      joined.push_back({operand, graph::fusion_break_reason::library});
  return joined;
}

/// Computes a root part by part if it reads joined values element by element. If not, returns
/// false, and those that are pending, or that it reads otherwise, are in memory.
bool compute_divided(const graph::root& one, const std::vector<graph::pending_value>& pending,
                     graph::finished_values& finished) {
  const auto pending_uses = [&](const graph::node& value) {
    return std::ranges::count_if(pending, [&](const graph::pending_value& waits_for) {
      return waits_for.value.get() == &value;
    });
  };
  graph::divided_roots divided = graph::divide_roots({&one, 1}, pending, finished, pending_uses);
  if (!divided.parts.empty()) {
    provide_memory(*one.target);
    for (const graph::root_part& part : divided.parts) part.target->place(one.target->block);
    compute_parts(divided.parts, std::move(divided.joined));
    return true;
  }
  if (divided.wanted.empty())
    for (const graph::pending_value& waits_for : pending) divided.wanted.push_back(waits_for.value);
  for (const node_ptr& value : divided.wanted) {
    const auto [found, is_new] = finished.try_emplace(value.get());
    if (!is_new) continue;
    found->second = graph::make_unallocated_leaf(value->type, value->extents, *value->where);
    compute_joined(*value, found->second);
    remember_if_shared(*value, found->second, 1 + pending_uses(*value));
  }
  return false;
}

/// Computes `value` into `target`, through a temporary if kernels would overwrite what they, or
/// later ones, still read.
void compute(const graph::node& value, const leaf_ptr& target) {
  if (compute_contiguous(value, *target)) return;
  if (!target->block && graph::joined_axis(value)) return compute_joined(value, target);
  const graph::root one{&value, target.get()};
  graph::finished_values finished;
  std::vector<graph::scheduled_kernel> schedule;
  std::vector<graph::pending_value> joined;
  if (!target->block) joined = joined_operands(value);
  do {
    if (!joined.empty() && compute_divided(one, joined, finished)) return;
    joined.clear();
    schedule = compute_or_schedule({&one, 1}, finished, target->block ? nullptr : &joined);
  } while (!joined.empty());
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

/// Whether one kernel can compute them all.
bool have_one_shape(std::span<const graph::root> roots) {
  const leaf_node& first = *roots.front().target;
  return std::all_of(roots.begin(), roots.end(), [&](const graph::root& one) {
    return one.target->extents == first.extents && one.target->where == first.where;
  });
}

/// Moves those to the front that one kernel can compute with the first one, and counts them.
std::size_t move_alike_first(std::vector<graph::root>& roots) {
  const leaf_node& first = *roots.front().target;
  const auto end = std::stable_partition(roots.begin(), roots.end(), [&](const graph::root& one) {
    return one.target->extents == first.extents && one.target->where == first.where;
  });
  return static_cast<std::size_t>(end - roots.begin());
}

/// `extents` without leading axes of extent 1 beyond `rank`, as NumPy's assignment drops them.
shape without_leading_ones(shape extents, std::size_t rank) {
  while (extents.size() > rank && extents.front() == 1) extents.erase(0);
  return extents;
}

std::vector<leaf_ptr> evaluate_all(std::span<const node_ptr> values, device where) {
  const root_set wanted(values, where);
  compute_roots(wanted.roots());
  return wanted.results();
}

/// @param is_kept  whether anyone can ask for the value again
leaf_ptr evaluate_value(const node_ptr& value, device where, bool is_kept) {
  const graph::node& known = graph::resolved(*value);
  if (const leaf_node* leaf = whole_leaf(known)) return leaf_ptr(leaf);
  if (graph::component_of(known) != nullptr) return evaluate_all({&value, 1}, where).front();
  leaf_ptr target = graph::make_unallocated_leaf(known.type, known.extents, where);
  compute(known, target);
  const bool remembers = is_kept && known.where && graph::is_computed(known.kind);
  if (!remembers) return target;
  return static_cast<const graph::computed_node&>(known).remember(target);
}

}  // namespace

void compute_roots(std::span<const graph::root> roots, std::vector<node_ptr> divided) {
  graph::finished_values finished;
  std::vector<graph::root> open;
  while (!roots.empty() && !have_one_shape(roots)) {
    if (open.empty()) open.assign(roots.begin(), roots.end());
    const std::size_t count = move_alike_first(open);
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

std::vector<leaf_ptr> evaluate(std::span<const node_ptr> values) {
  return evaluate_all(values, current_device());
}

leaf_ptr evaluate(const node_ptr& value) {
  return evaluate(value, graph::device_of(value));
}

leaf_ptr evaluate(node_ptr&& value) {
  const device where = graph::device_of(value);
  return evaluate_value(value, where, value->use_count() > 1);
}

leaf_ptr evaluate(const node_ptr& value, device where) {
  return evaluate_value(value, where, true);
}

void assign(const node_ptr& value, const leaf_ptr& target) {
  const node_ptr known = graph::resolved(value);
  const shape extents = without_leading_ones(known->extents, target->extents.size());
  if (!broadcasts_to(extents, target->extents))
    throw shape_error(text_of("could not broadcast input array from shape ", known->extents,
                              " into shape ", target->extents));
  if (known->where && *known->where != *target->where)
    throw device_mismatch(*known->where, *target->where);
  compute(*graph::make_reshape(known, extents), target);
}

}  // namespace gpu::execute
