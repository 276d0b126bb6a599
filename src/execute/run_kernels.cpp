// SPDX-License-Identifier: BSD-3-Clause
#include "execute/run_kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include <gpu/core/dtype.hpp>
#include <gpu/cuda/stream.hpp>

#include "cuda/capture.hpp"
#include "execute/gpu/executor.hpp"
#include "execute/host/executor.hpp"
#include "execute/host/reduce/reduce.hpp"
#include "execute/host/scan/scan.hpp"
#include "execute/index_reports.hpp"
#include "execute/operation.hpp"
#include "graph/schedule/held_values.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_node;
using graph::leaf_ptr;

void run_on_cpu(const kernel& work) {
  if (work.scan() != nullptr)
    scan_on_host(work);
  else if (work.reduced_axes() != 0)
    reduce_on_host(work);
  else
    run_on_host(work);
}

/// Whether what is enqueued on the device has no value before someone launches the captured graph.
bool is_recorded(device where) {
  return where.is_gpu() && gpu::detail::is_capturing(current_stream(where));
}

void call_library(const kernel& work) {
  if (element_count(work.outputs.front().target->extents) == 0) return;
  operation call(work);
  const stream_guard home(call.stream());
  work.library_call()->function->run(call);
}

}  // namespace

void provide_memory(const leaf_node& leaf) {
  if (leaf.block) return;
  const auto count = static_cast<std::size_t>(element_count(leaf.extents));
  leaf.place(memory_block::allocate(*leaf.where, count * size_bytes(leaf.type)));
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

void remember_if_shared(const graph::node& value, const leaf_ptr& leaf, std::int64_t readers) {
  if (value.use_count() > 1 + readers && graph::is_computed(value.kind))
    static_cast<const graph::computed_node&>(value).remember(leaf);
}

void run(std::vector<graph::scheduled_kernel>& schedule) {
  std::unordered_set<const graph::node*> below_held;
  if (schedule.size() > 1 && !is_recorded(schedule.front().work.where))
    below_held = graph::values_below_held(schedule);
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
        if (step.computes[i]) {
          const bool is_below_held = below_held.contains(step.computes[i].get());
          const std::int64_t readers = step.readers.empty() ? 1 : step.readers[i];
          remember_if_shared(*step.computes[i], step.work.outputs[i].target,
                             is_below_held ? 0 : readers);
        }
    for (const graph::joined_value& one : step.joined_values)
      remember_if_shared(*one.value, one.computed, 1);
    step.target_parts.clear();
    step.joined_values.clear();
    if (&step != &schedule.back()) step.work.clear();
  }
}

}  // namespace gpu::execute
