// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/reduce_outer.hpp"

#include <algorithm>
#include <optional>

#include "core/ceil_div.hpp"
#include "execute/gpu/reduce/splits.hpp"
#include "execute/gpu/reduce/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

/// Whether vectors of narrow elements have more of them than others.
bool has_many_accumulators(const element_costs& costs, const access_widths& widths) {
  return costs.reductions <= 4 && widths.vector * costs.reductions >= tuning::max_accumulators &&
         widths.vector * costs.widest_bytes < tuning::access_bytes;
}

/// The accumulators of all threads pass through shared memory.
int threads_of(const element_costs& costs, const access_widths& widths) {
  if (costs.reductions > 16) return tuning::threads / 8;
  if (costs.reductions > 4) return tuning::threads / 4;
  return has_many_accumulators(costs, widths) ? tuning::threads / 2 : tuning::threads;
}

/// What the threads of a block share, and how many blocks there are at most.
struct block_form {
  int threads;
  std::ptrdiff_t width;   ///< vectors side by side of a team
  std::ptrdiff_t height;  ///< steps of a team
  int unroll;
  std::ptrdiff_t blocks;
};

/// Narrow tiles, so that each has fewer splits, which one block combines.
block_form narrow_form(const reduction_shape& shape, const access_widths& widths,
                       const element_costs& costs, std::ptrdiff_t bytes) {
  const int threads = threads_of(costs, widths);
  const int width =
      std::min(ceil_log2(widths.vectors), widths.vectors < tuning::side_vectors_threshold ? 3 : 4);
  const bool is_alone = widths.vectors >= tuning::wide_run &&
                        shape.steps <= tuning::max_inlined_steps &&
                        shape.rows >= tuning::column_vectors_threshold;
  const int height = is_alone ? 0
                              : std::min(ceil_log2(ceil_div(shape.steps, widths.unroll)),
                                         ceil_log2(threads) - width);
  return {threads, std::ptrdiff_t{1} << width, std::ptrdiff_t{1} << height, widths.unroll,
          std::clamp(bytes / tuning::outer_bytes, tuning::min_outer_blocks,
                     tuning::outer_blocks_threshold)};
}

/// A tile has all vectors of a row, or an equal part of them, and all blocks run at once: for few
/// and large tiles, of accumulators that fit registers.
std::optional<block_form> whole_row_form(const reduction_shape& shape, const access_widths& widths,
                                         const element_costs& costs, std::ptrdiff_t bytes) {
  const bool is_small = costs.accumulator_bytes <= tuning::whole_row_small_accumulator;
  const std::size_t accumulators =
      static_cast<std::size_t>(widths.vector) * costs.accumulator_bytes;
  if (bytes < (is_small ? tuning::whole_row_bytes : 4 * tuning::whole_row_bytes) ||
      threads_of(costs, widths) != tuning::threads || widths.unroll < tuning::whole_row_unroll ||
      widths.vector * costs.widest_bytes < tuning::whole_row_access_bytes ||
      accumulators > tuning::whole_row_accumulators)
    return std::nullopt;
  const std::ptrdiff_t tiles_of_row = ceil_div(widths.vectors, tuning::whole_row_width);
  const std::ptrdiff_t width = ceil_div(widths.vectors, tiles_of_row);
  const std::ptrdiff_t tiles = ceil_div(shape.rows, width);
  if (tiles > tuning::whole_row_tiles) return std::nullopt;
  return block_form{tuning::whole_row_threads, width, tuning::whole_row_threads / width,
                    is_small ? tuning::whole_row_unroll : widths.unroll,
                    tuning::whole_row_blocks / tiles * tiles};
}

reduction_shape shape_reduce_outer(const graph::kernel&, const graph::passes&,
                                   const reduction_loop& loop, const element_costs& costs,
                                   const access_widths& widths) {
  reduction_shape shape = unsplit_shape(loop, widths);
  const std::size_t accumulators =
      static_cast<std::size_t>(widths.vector) * costs.accumulator_bytes;
  const bool fits_registers =
      has_many_accumulators(costs, widths) && accumulators <= tuning::register_accumulators;
  shape.skeleton = skeletons::reduce_outer{parameters_of(loop), fits_registers};
  const std::ptrdiff_t bytes = total_bytes(loop, costs);
  const block_form form = whole_row_form(shape, widths, costs, bytes)
                              .value_or(narrow_form(shape, widths, costs, bytes));
  shape.threads = form.threads;
  shape.unroll = form.unroll;
  shape.team = static_cast<int>(form.width);
  shape.height = static_cast<int>(form.height);
  const std::ptrdiff_t across = form.threads / (form.width * form.height) * form.width;
  const std::ptrdiff_t tiles = ceil_div(shape.rows, across);
  const row_splits splits = split_rows({.steps = shape.steps,
                                        .blocks = tiles,
                                        .max_blocks = form.blocks,
                                        .total_bytes = bytes,
                                        .step_multiple = form.height * form.unroll,
                                        .max_steps = form.height * tuning::max_steps});
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
  return reduction_text(
      {work, options, {.runs = runs}}, *this, unroll_and_tail(options),
      graph::launch_bounds(options.threads, fits_registers ? graph::resident_threads : 0), name);
}

}  // namespace gpu::execute
