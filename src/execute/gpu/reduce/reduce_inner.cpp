// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/reduce_inner.hpp"

#include <algorithm>

#include "core/ceil_div.hpp"
#include "execute/gpu/reduce/splits.hpp"
#include "execute/gpu/reduce/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

skeletons::reduce_inner skeleton_of(const reduction_loop& loop, const access_widths& widths,
                                    int rows) {
  return {{static_cast<std::uint8_t>(loop.reduced_rank()), widths.has_runs},
          static_cast<std::uint8_t>(rows)};
}

/// A thread takes one vector of several rows at once, instead of several vectors of one.
reduction_shape shape_short_rows(const reduction_loop& loop, const access_widths& widths) {
  reduction_shape shape = unsplit_shape(loop, widths);
  shape.skeleton = skeleton_of(loop, widths, widths.unroll);
  shape.unroll = 1;
  shape.team = ceil_log2(shape.steps);
  shape.grid = ceil_div(shape.rows, (tuning::threads >> shape.team) * widths.unroll);
  return shape;
}

/// How many vectors a thread loads at once of a row that has splits: more, if they have room.
int split_unroll(const element_costs& costs, const access_widths& widths) {
  const auto vectors = static_cast<std::size_t>(2 * widths.unroll * widths.vector);
  const bool has_room =
      costs.inputs <= 1 && vectors * costs.instructions <= tuning::max_instructions;
  return widths.unroll * (has_room ? 2 : 1);
}

/// Several vectors of a row at once; a row that takes a whole block may have several.
reduction_shape shape_long_rows(const reduction_loop& loop, const element_costs& costs,
                                const access_widths& widths) {
  reduction_shape shape = unsplit_shape(loop, widths);
  shape.skeleton = skeleton_of(loop, widths, 1);
  shape.team =
      std::min(ceil_log2(ceil_div(shape.steps, widths.unroll)), ceil_log2(tuning::threads));
  const int rows_of_block = tuning::threads >> shape.team;
  if (rows_of_block > 1) {
    shape.grid = ceil_div(shape.rows, rows_of_block);
    return shape;
  }
  const int unroll = split_unroll(costs, widths);
  const row_splits splits =
      split_rows({.steps = shape.steps,
                  .blocks = shape.rows,
                  .max_blocks = tuning::blocks_threshold,
                  .total_bytes = total_bytes(loop, costs),
                  .step_multiple = tuning::threads * unroll,
                  .max_steps = std::ptrdiff_t{tuning::threads} * tuning::max_steps});
  shape.splits = splits.count;
  shape.split_steps = splits.steps;
  shape.grid = shape.rows * splits.count;
  if (splits.count == 1) return shape;
  shape.unroll = unroll;
  shape.scratch_bytes = static_cast<std::size_t>(shape.grid) * costs.max_accumulator_bytes();
  return shape;
}

reduction_shape shape_reduce_inner(const graph::kernel&, const graph::passes&,
                                   const reduction_loop& loop, const element_costs& costs,
                                   const access_widths& widths) {
  return unsplit_shape(loop, widths).steps <= tuning::short_row
             ? shape_short_rows(loop, widths)
             : shape_long_rows(loop, costs, widths);
}

}  // namespace

const reduction_form skeletons::reduce_inner::form{
    .has_runs = true,
    .needs_whole_vectors = [](const reduction_loop&) { return false; },
    .shape = shape_reduce_inner};

std::string skeletons::reduce_inner::text(const graph::kernel& work, const graph::variant& options,
                                          const std::string& name) const {
  return reduction_text({work, options, {.runs = runs}}, *this,
                        graph::template_argument(int{rows}) + unroll_and_tail(options),
                        graph::launch_bounds(options.threads), name);
}

}  // namespace gpu::execute
