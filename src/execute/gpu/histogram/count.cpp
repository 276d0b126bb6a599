// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/histogram/count.hpp"

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "cuda/copy.hpp"
#include "execute/gpu/kernel_table.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/gpu/tuning.hpp"
#include "execute/operation.hpp"
#include "graph/component.hpp"
#include "graph/schedule/linearizer.hpp"

namespace gpu::execute {
namespace {

/// `value` as one kernel that the skeleton takes; false if it is none. The output has no memory.
bool write_kernel(const graph::node_ptr& value, device where, graph::kernel& work) {
  const graph::node_ptr known = graph::resolved(value);
  if (graph::component_of(*known) != nullptr) return false;
  const graph::leaf_ptr target = graph::make_unallocated_leaf(known->type, known->extents, where);
  const graph::root one{known.get(), target.get()};
  graph::linearizer lines;
  return lines.run({&one, 1}, graph::finished_values(), work) == 1 && accepts_histogram(work);
}

void launch_histogram(const graph::kernel& work, const histogram_bins& bins,
                      const graph::leaf_node& counts) {
  const histogram_plan plan = plan_histogram(work, bins, properties(work.where));
  const kernel_ref compiled = find_kernel(work, plan.how);
  launch_config config = launch_of(plan.grid, plan.block[0]);
  config.shared_bytes = plan.shared_bytes;
  if (plan.shared_bytes > tuning::unasked_bytes)
    compiled.allow_shared_bytes(work.where, plan.shared_bytes);
  operation counting(work.where);
  order_inputs(work, counting.stream());
  const void* const edges = bins.edges ? counting.input(*bins.edges) : nullptr;
  alignas(16) std::byte buffer[tuning::argument_bytes];
  argument_writer out(buffer);
  write_arguments(out, work, plan, bins, edges, counting.output(counts));
  cuda::launch(compiled, config, counting.stream(), buffer, out.size());
}

}  // namespace

graph::leaf_ptr count_on_gpu(const graph::node_ptr& value, const histogram_bins& bins,
                             device where) {
  const graph::leaf_ptr counts = graph::make_unallocated_leaf(dtype::int64, {bins.count}, where);
  const std::size_t bytes = static_cast<std::size_t>(bins.count) * sizeof(std::int64_t);
  const stream_ref stream = current_stream(where);
  counts->place(memory_block::allocate(where, bytes));
  if (bytes == 0) return counts;
  fill_bytes(counts->block->data(), where, 0, bytes, stream);
  if (element_count(value->extents) == 0) {
    (void)evaluate(value, where);  // mistakes in what a user wrote are found even then
    return counts;
  }
  graph::kernel work;
  if (!write_kernel(value, where, work)) {
    work.clear();
    const graph::node_ptr computed(evaluate(value, where).get());
    if (!write_kernel(computed, where, work)) fail("a histogram does not take a contiguous array");
  }
  launch_histogram(work, bins, *counts);
  return counts;
}

}  // namespace gpu::execute
