// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/histogram/count.hpp"

#include <span>
#include <vector>

#include <gpu/cuda/memory_block.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "cuda/copy.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/operation.hpp"
#include "graph/component.hpp"
#include "graph/schedule/linearizer.hpp"

namespace gpu::execute {
namespace {

/// `values` as one kernel that the skeleton takes; false if they are none. Outputs have no memory.
bool write_kernel(std::span<const graph::node_ptr> values, device where, graph::kernel& work) {
  std::vector<graph::node_ptr> known;
  std::vector<graph::leaf_ptr> targets;
  std::vector<graph::root> roots;
  for (const graph::node_ptr& value : values) {
    known.push_back(graph::resolved(value));
    if (graph::component_of(*known.back()) != nullptr) return false;
    targets.push_back(graph::make_unallocated_leaf(value->type, value->extents, where));
    roots.push_back({known.back().get(), targets.back().get()});
  }
  graph::linearizer lines;
  return lines.run(roots, graph::finished_values(), work) == roots.size() &&
         accepts_histogram(work);
}

/// The same; what one kernel does not compute is computed before.
graph::kernel kernel_of(std::span<const graph::node_ptr> values, device where) {
  graph::kernel work;
  if (write_kernel(values, where, work)) return work;
  work.clear();
  std::vector<graph::node_ptr> computed;
  for (const graph::node_ptr& value : values) computed.emplace_back(evaluate(value, where).get());
  if (!write_kernel(computed, where, work)) fail("a histogram does not take contiguous arrays");
  return work;
}

/// Uninitialised if it has no bytes, else all zero.
graph::leaf_ptr zeros(dtype type, const shape& extents, device where) {
  const graph::leaf_ptr made = graph::make_unallocated_leaf(type, extents, where);
  const std::size_t bytes = static_cast<std::size_t>(element_count(extents)) * size_bytes(type);
  made->place(memory_block::allocate(where, bytes));
  if (bytes > 0) fill_bytes(made->block->data(), where, 0, bytes, current_stream(where));
  return made;
}

struct weight_scale {
  const graph::leaf_node& largest;
  const graph::leaf_node& inexact;
};

/// @param scale  null for counts
void launch_histogram(const graph::kernel& work, const histogram_bins& bins,
                      const graph::leaf_node& counts, const weight_scale* scale) {
  const histogram_plan plan = plan_histogram(work, bins, properties(work.where));
  operation counting(work.where);
  histogram_places places;
  if (bins.edges) places.edges = counting.input(*bins.edges);
  places.counts = counting.output(counts);
  if (scale != nullptr) places.largest = counting.input<double>(scale->largest);
  if (scale != nullptr) places.inexact = counting.output<unsigned>(scale->inexact);
  launch_planned(work, plan, counting.stream(), [&](argument_writer& out, const workspace&) {
    write_arguments(out, work, plan, bins, places);
  });
}

}  // namespace

graph::leaf_ptr count_on_gpu(const graph::node_ptr& value, const histogram_bins& bins,
                             device where) {
  const graph::leaf_ptr counts = zeros(dtype::int64, {bins.count}, where);
  if (bins.count == 0) return counts;
  if (element_count(value->extents) == 0) {
    (void)evaluate(value, where);  // mistakes in what a user wrote are found even then
    return counts;
  }
  launch_histogram(kernel_of({&value, 1}, where), bins, *counts, nullptr);
  return counts;
}

fixed_sums sum_on_gpu(const graph::node_ptr& value, const graph::node_ptr& weights,
                      const graph::leaf_node& largest, const histogram_bins& bins, device where) {
  const graph::node_ptr values[] = {value, weights};
  const fixed_sums sums{zeros(dtype::uint64, {4, bins.count}, where),
                        zeros(dtype::uint32, {1}, where)};
  const weight_scale scale{largest, *sums.inexact};
  launch_histogram(kernel_of(values, where), bins, *sums.digits, &scale);
  return sums;
}

}  // namespace gpu::execute
