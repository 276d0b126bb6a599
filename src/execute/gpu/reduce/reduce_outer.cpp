// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/reduce_outer.hpp"

#include <algorithm>

#include "core/ceil_div.hpp"
#include "execute/gpu/reduce/splits.hpp"
#include "execute/gpu/reduce/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

/// The accumulators of all threads pass through shared memory: of narrow elements many.
int threads_of(const element_costs& costs, const access_widths& widths) {
  if (costs.reductions > 16) return tuning::threads / 8;
  if (costs.reductions > 4) return tuning::threads / 4;
  const bool has_many = widths.vector * costs.reductions >= tuning::max_accumulators &&
                        widths.vector * costs.widest_bytes < tuning::access_bytes;
  return has_many ? tuning::threads / 2 : tuning::threads;
}

/// The logarithm of the threads that share the steps of a column.
int height_of(const reduction_shape& shape, const access_widths& widths) {
  if (widths.vectors >= tuning::wide_run && shape.steps <= tuning::max_inlined_steps &&
      shape.rows >= tuning::column_vectors_threshold)
    return 0;
  return std::min(ceil_log2(ceil_div(shape.steps, widths.unroll)),
                  ceil_log2(shape.threads) - shape.team);
}

row_splits split_columns(const reduction_shape& shape, std::ptrdiff_t tiles, std::ptrdiff_t bytes) {
  const std::ptrdiff_t height = std::ptrdiff_t{1} << shape.height;
  return split_rows({.steps = shape.steps,
                     .blocks = tiles,
                     .max_blocks = std::clamp(bytes / tuning::outer_bytes, tuning::min_outer_blocks,
                                              tuning::outer_blocks_threshold),
                     .total_bytes = bytes,
                     .step_multiple = height * shape.unroll,
                     .max_steps = height * tuning::max_steps});
}

reduction_shape shape_reduce_outer(const graph::kernel&, const graph::passes&,
                                   const reduction_loop& loop, const element_costs& costs,
                                   const access_widths& widths) {
  reduction_shape shape = unsplit_shape(loop, widths);
  shape.skeleton = skeletons::reduce_outer{parameters_of(loop)};
  shape.threads = threads_of(costs, widths);
  // Narrow tiles, so that each has fewer splits, which one block combines.
  shape.team =
      std::min(ceil_log2(widths.vectors), widths.vectors < tuning::side_vectors_threshold ? 3 : 4);
  shape.height = height_of(shape, widths);
  const std::ptrdiff_t across = shape.threads >> shape.height;
  const std::ptrdiff_t tiles = ceil_div(shape.rows, across);
  const row_splits splits = split_columns(shape, tiles, total_bytes(loop, costs));
  shape.splits = splits.count;
  shape.split_steps = splits.steps;
  shape.grid = tiles * splits.count;
  if (splits.count > 1)
    shape.scratch_bytes = static_cast<std::size_t>(shape.grid * across * widths.vector) *
                          costs.max_accumulator_bytes();
  return shape;
}

}  // namespace

const reduction_form skeletons::reduce_outer::form{
    .has_columns = true,
    .unrolls_reduced_axes = true,
    .needs_whole_vectors = [](const reduction_loop&) { return false; },
    .shape = shape_reduce_outer};

std::string skeletons::reduce_outer::text(const graph::kernel& work, const graph::variant& options,
                                          const std::string& name) const {
  return reduction_text({work, options, {.runs = runs}}, *this, unroll_and_tail(options),
                        graph::launch_bounds(options.threads), name);
}

}  // namespace gpu::execute
