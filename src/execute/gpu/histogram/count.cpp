// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/histogram/count.hpp"

#include <cstdint>

#include "cuda/copy.hpp"
#include "execute/gpu/executor.hpp"
#include "execute/gpu/launch.hpp"

namespace gpu::execute {
namespace {

void fill_with_zeros(const graph::leaf_node& array, stream_ref stream) {
  const auto count = static_cast<std::size_t>(element_count(array.extents));
  auto* const first = reinterpret_cast<void*>(graph::address_in(array, array.offset));
  fill_bytes(first, stream.device(), 0, count * size_bytes(array.type), stream);
}

void launch_histogram(const operation& work, const histogram_bins& bins,
                      const histogram_places& places) {
  const graph::kernel& elements = work.elements();
  const histogram_plan plan = plan_histogram(elements, bins, properties(elements.where));
  const loaded_kernel& kernel = find_kernel(elements, plan.options);
  launch(plan, kernel, work, [&](argument_writer& out, const workspace&) {
    write_arguments(out, elements, plan, bins, places);
  });
}

}  // namespace

void count_on_gpu(operation& work, const histogram_bins& bins, const void* edges) {
  fill_with_zeros(*work.output_leaf(), work.stream());
  if (element_count(work.elements().extents) == 0)
    return run_on_gpu(work.elements());  // which finds mistakes in what a user wrote
  launch_histogram(work, bins, {edges, work.output().data});
}

fixed_sums sum_on_gpu(operation& work, const histogram_bins& bins, const void* edges,
                      const double* largest) {
  const fixed_sums sums{work.workspace(dtype::uint64, {4 * bins.count + 1}), 4 * bins.count};
  fill_with_zeros(*sums.words, work.stream());
  auto* const digits = static_cast<std::uint64_t*>(sums.words->block->data());
  launch_histogram(work, bins,
                   {edges, digits, largest, reinterpret_cast<unsigned*>(digits + sums.inexact)});
  return sums;
}

}  // namespace gpu::execute
