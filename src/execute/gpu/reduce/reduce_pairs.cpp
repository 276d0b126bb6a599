// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/reduce_pairs.hpp"

#include <algorithm>
#include <bit>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/reduce/splits.hpp"
#include "execute/gpu/reduce/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

/// Extents of the axes of pairs, and how many pairs of axes there are.
struct pair_extents {
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
  std::ptrdiff_t batches;
};

pair_extents extents_of(const reduction_loop& loop) {
  const std::ptrdiff_t rows = loop.space.extents[loop.kept_rank - 2];
  const std::ptrdiff_t columns = loop.space.extents[loop.kept_rank - 1];
  const std::ptrdiff_t pairs = rows * columns;
  return {rows, columns, pairs == 0 ? 0 : loop.kept / pairs};
}

/// Rows and columns of a thread.
struct pair_block {
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
};

/// Of the accumulators of one pair, each of which may be aligned to 16 bytes.
std::size_t aligned_bytes(const element_costs& costs) {
  constexpr std::size_t alignment = 16;
  if (costs.reductions == 1 && costs.accumulator_bytes % 4 == 0 &&
      costs.accumulator_bytes < alignment)
    return costs.accumulator_bytes;
  return costs.accumulator_bytes + static_cast<std::size_t>(costs.reductions) * alignment;
}

/// As many as have room: for the accumulators, and for the body, which is written out for each.
pair_block block_of(const pair_extents& extents, const element_costs& costs,
                    const access_widths& widths) {
  const std::size_t by_accumulators =
      tuning::pair_accumulator_bytes / std::max<std::size_t>(costs.accumulator_bytes, 4);
  const std::size_t by_text =
      tuning::max_pair_instructions /
      (static_cast<std::size_t>(widths.vector) * std::max<std::size_t>(costs.instructions, 1));
  const auto pairs = static_cast<std::ptrdiff_t>(
      std::bit_floor(std::max<std::size_t>(std::min(by_accumulators, by_text), 1)));
  const std::ptrdiff_t columns =
      std::min({extents.columns, tuning::pair_columns, std::max<std::ptrdiff_t>(pairs / 2, 1)});
  const auto rows = static_cast<std::ptrdiff_t>(
      std::bit_floor(static_cast<std::size_t>(std::max<std::ptrdiff_t>(pairs / columns, 1))));
  return {std::min({rows, extents.rows, tuning::pair_rows}), columns};
}

/// Logarithms of the threads that share a row, and of the columns side by side in a block.
struct block_threads {
  int team;
  int width;
};

/// A team is so large that its threads read neighbours together, that a GPU is busy, and that a
/// thread adds no more elements one after the other than those of other skeletons do.
block_threads threads_of(const reduction_shape& shape, std::ptrdiff_t blocks,
                         std::ptrdiff_t across) {
  const std::ptrdiff_t side_by_side =
      std::clamp<std::ptrdiff_t>(shape.steps / tuning::min_pair_steps, 1, tuning::pair_team);
  const std::ptrdiff_t for_all =
      std::min(ceil_div(tuning::pair_threads, std::max<std::ptrdiff_t>(blocks, 1)),
               std::max<std::ptrdiff_t>(shape.steps / 2, 1));
  const int for_sums = ceil_log2(ceil_div(shape.steps, tuning::max_steps));
  const int all = ceil_log2(tuning::threads);
  const int width =
      std::min({ceil_log2(across), tuning::pair_width, all - std::min(for_sums, all)});
  return {std::min(std::max(ceil_log2(std::max(side_by_side, for_all)), for_sums), all - width),
          width};
}

/// Which operands a thread has once, for each of its columns or for each pair: what the others are
/// depends on the row alone.
void set_dependences(skeletons::reduce_pairs& pairs, const reduction_loop& loop) {
  for (std::size_t i = 0; i < loop.space.strides.size(); ++i) {
    const shape& strides = loop.space.strides[i];
    const bool by_row = strides[loop.kept_rank - 2] != 0;
    const bool by_column = strides[loop.kept_rank - 1] != 0;
    if (by_row && !by_column) continue;
    std::uint64_t& which = by_row ? pairs.by_pair : by_column ? pairs.by_column : pairs.by_none;
    which |= std::uint64_t{1} << i;
  }
}

reduction_shape shape_reduce_pairs(const graph::kernel&, const graph::passes&,
                                   const reduction_loop& loop, const element_costs& costs,
                                   const access_widths& widths) {
  reduction_shape shape = unsplit_shape(loop, widths);
  const pair_extents extents = extents_of(loop);
  const pair_block block = block_of(extents, costs, widths);
  const std::ptrdiff_t down = ceil_div(extents.rows, block.rows);
  const std::ptrdiff_t across = ceil_div(extents.columns, block.columns);
  const auto [team, width] = threads_of(shape, down * across * extents.batches, across);
  shape.team = team;
  shape.height = width;
  const int height = std::min(ceil_log2(down), ceil_log2(tuning::threads) - width - team);
  shape.threads = 1 << std::max(width + team + height, 5);
  skeletons::reduce_pairs pairs{parameters_of(loop), static_cast<std::uint16_t>(block.rows),
                                static_cast<std::uint32_t>(block.columns)};
  set_dependences(pairs, loop);
  shape.skeleton = pairs;
  const std::ptrdiff_t teams_down = shape.threads >> (width + team);
  const std::ptrdiff_t tiles =
      extents.batches * ceil_div(down, teams_down) * ceil_div(across, std::ptrdiff_t{1} << width);
  const row_splits splits = split_rows({.steps = shape.steps,
                                        .blocks = tiles,
                                        .max_blocks = tuning::pair_blocks,
                                        .total_bytes = total_bytes(loop, costs),
                                        .step_multiple = std::ptrdiff_t{1} << team,
                                        .max_steps = tuning::max_steps << team});
  shape.splits = splits.count;
  shape.split_steps = splits.steps;
  shape.grid = tiles * splits.count;
  if (splits.count > 1)
    shape.scratch_bytes = static_cast<std::size_t>(shape.grid * (shape.threads >> team) *
                                                   block.rows * block.columns) *
                          aligned_bytes(costs);
  return shape;
}

/// ", indices<1, 2>": the operands in `mask`, by the numbers that the text has for them.
std::string operand_indices(const graph::reduced_kernel& reduced, std::uint64_t mask) {
  const std::size_t outputs = reduced.work.outputs.size();
  std::string list;
  const auto add = [&](std::size_t operand, std::size_t shown) {
    if ((mask >> operand & 1) != 0) list += text_of(list.empty() ? "" : ", ", shown);
  };
  for (std::size_t k = 0; k < reduced.iterated.size(); ++k)
    add(outputs + reduced.iterated[k], outputs + k);
  return text_of(", indices<", list, ">");
}

}  // namespace

const reduction_form skeletons::reduce_pairs::form{
    .has_pairs = true,
    .needs_whole_vectors = [](const reduction_loop&) { return false; },
    .shape = shape_reduce_pairs};

std::string skeletons::reduce_pairs::text(const graph::kernel& work, const graph::variant& options,
                                          const std::string& name) const {
  const graph::reduced_kernel reduced(work, options, {.runs = runs});
  return reduction_text(
      reduced, *this,
      text_of(graph::template_argument(int{rows}),
              graph::template_argument(static_cast<int>(columns)),
              graph::template_argument(options.tail), operand_indices(reduced, by_column),
              operand_indices(reduced, by_pair), operand_indices(reduced, by_none)),
      graph::launch_bounds(options.threads), name);
}

}  // namespace gpu::execute
