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

/// Runs a schedule. Intermediate values that nobody else can ask for end with their last reader;
/// those of roots are the caller's to keep.
void run(std::vector<graph::scheduled_kernel>& schedule) {
  for (graph::scheduled_kernel& step : schedule) {
    run(step.work);
    for (const graph::reshaped_target& one : step.reshaped_targets)
      one.asked->place(one.computed->block);
    if (step.why != graph::fusion_break_reason::root || !step.reshaped_targets.empty())
      for (std::size_t i = 0; i < step.computes.size(); ++i) {
        const graph::node& value = *step.computes[i];
        const std::int64_t readers = step.readers.empty() ? 1 : step.readers[i];
        if (value.use_count() > 1 + readers && graph::is_computed(value.kind))
          static_cast<const graph::computed_node&>(value).remember(step.work.outputs[i].target);
      }
    if (&step != &schedule.back()) step.work.clear();
  }
}

/// Whether the kernel reads memory that it also writes, with another access pattern, or may end
/// with an error when it has written some of it.
bool needs_temporary(const kernel& work) {
  const leaf_node& target = *work.outputs.front().target;
  if (!target.block) return false;
  if (work.where.is_cpu() && checks_indices(work)) return true;
  const layout written = target.placement();
  return std::any_of(
      work.arguments.begin(), work.arguments.end(), [&](const graph::kernel_argument& argument) {
        const leaf_node* const leaf = leaf_of(argument);
        if (leaf == nullptr || leaf->block != target.block) return false;
        if (argument.kind == graph::operand_kind::memory) return true;
        const bool is_read_as_written = work.library_call() == nullptr &&
                                        argument.place == written && leaf->type == target.type;
        return !is_read_as_written && may_overlap(argument.place, written);
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

/// Computes roots of one iteration space by one kernel, if one is enough and needs no temporary,
/// and returns nothing; else the kernels that are to be run.
std::vector<graph::scheduled_kernel> compute_or_schedule(std::span<const graph::root> roots) {
  static const auto& nothing_finished = *new graph::finished_values;
  scratch& mine = gpu::detail::per_thread<scratch>::get();
  if (mine.in_use) return graph::make_schedule(roots);
  const scratch_guard guard(mine);
  const std::size_t count = mine.lines.run(roots, nothing_finished, mine.work);
  if (count != roots.size() || needs_temporary(mine.work))
    return graph::make_schedule(roots, mine.lines, count == 0);
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

/// Computes `value` into `target`, through a temporary if the last kernel would overwrite what it
/// still reads.
void compute(const graph::node& value, const leaf_ptr& target) {
  if (compute_contiguous(value, *target)) return;
  const graph::root one{&value, target.get()};
  std::vector<graph::scheduled_kernel> schedule = compute_or_schedule({&one, 1});
  if (schedule.empty()) return;
  if (needs_temporary(schedule.back().work)) {
    const leaf_ptr temporary =
        graph::make_unallocated_leaf(target->type, target->extents, *target->where);
    schedule.back().work.outputs.front().target = temporary;
    run(schedule);
    return compute(*temporary, target);
  }
  run(schedule);
}

/// Whether one kernel can compute them all.
bool have_one_shape(std::span<const graph::root> roots) {
  const leaf_node& first = *roots.front().target;
  return std::all_of(roots.begin(), roots.end(), [&](const graph::root& one) {
    return one.target->extents == first.extents && one.target->where == first.where;
  });
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

void compute_roots(std::span<const graph::root> roots) {
  if (roots.empty()) return;
  std::vector<graph::scheduled_kernel> schedule =
      have_one_shape(roots) ? compute_or_schedule(roots) : graph::make_schedule(roots);
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
