// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/tiled.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/access.hpp"
#include "execute/gpu/map/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

/// The axis along which the most bytes of operands have their neighbours, though not along the
/// last; `rank()` if there is none.
std::size_t transposed_axis(const map_space& space) {
  std::size_t best = space.rank();
  std::size_t most = 0;
  for (std::size_t axis = 0; axis + 1 < space.rank(); ++axis) {
    if (space.extent(axis) < tuning::min_tile_extent) continue;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < space.operands.size(); ++i)
      if (is_transposed(space, i, axis)) bytes += space.operands[i].bytes;
    if (bytes > most) best = axis;
    most = std::max(most, bytes);
  }
  return best;
}

/// The large one if there are many, and all that is transposed has room.
tuning::tile_shape choose_tile(const map_space& space) {
  std::size_t widest = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < space.operands.size(); ++i) {
    if (!is_transposed(space, i, space.rank() - 2)) continue;
    widest = std::max(widest, space.operands[i].bytes);
    bytes += space.operands[i].bytes;
  }
  const tuning::tile_shape large = tuning::large_tile_of(static_cast<int>(widest));
  const std::ptrdiff_t elements = std::ptrdiff_t{large.rows} * large.columns;
  const bool is_worth_it = space.size / elements >= tuning::tiles_threshold &&
                           elements * static_cast<std::ptrdiff_t>(bytes) <= tuning::tile_bytes;
  return is_worth_it ? large : tuning::tile_of(static_cast<int>(widest));
}

/// What goes through shared memory, as far as it has room.
struct tiled_operands {
  std::vector<access> accesses;  ///< of all operands
  int column = 0;                ///< elements of one access to a transposed one
  int shared_bytes = 0;
};

tiled_operands tile_operands(const map_space& space, const tuning::tile_shape& tile,
                             std::vector<access> accesses) {
  const std::size_t axis = space.rank() - 2;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (is_transposed(space, i, axis)) widest = std::max(widest, space.operands[i].bytes);
  tiled_operands result{std::move(accesses), tuning::access_bytes / static_cast<int>(widest), 0};
  for (std::size_t i = 0; i < space.operands.size(); ++i) {
    const int bytes = tile.rows * tile.columns * static_cast<int>(space.operands[i].bytes);
    if (!is_transposed(space, i, axis) || result.shared_bytes + bytes > tuning::tile_bytes)
      continue;
    const int aligned = vector_of(space, i, axis, result.column);
    if (aligned == 0) continue;
    result.accesses[i] = access::transposed;
    result.column = aligned;
    result.shared_bytes += bytes;
  }
  return result;
}

unsigned tile_count(const map_space& space, const tuning::tile_shape& tile) {
  const std::ptrdiff_t columns = space.extent(space.rank() - 1);
  const std::ptrdiff_t rows = space.extent(space.rank() - 2);
  const std::ptrdiff_t tiles = ceil_div(columns, tile.columns) * ceil_div(rows, tile.rows);
  return static_cast<unsigned>(space.size / (columns * rows) * tiles);
}

}  // namespace

std::optional<tiled_space> order_for_tiles(const map_space& space) {
  if (space.rank() > 8 || space.axes.extents.back() < tuning::min_tile_extent) return std::nullopt;
  const std::size_t axis = transposed_axis(space);
  if (axis == space.rank()) return std::nullopt;
  tiled_space result{space};
  // Tiles are still to be written in the order of memory, by which the axes are sorted.
  for (std::size_t i = axis + 1; i + 1 < space.rank(); ++i) result.nearer *= space.extent(i);
  const auto move_before_last = [&](shape& axes, std::ptrdiff_t outermost) {
    std::rotate(axes.begin() + axis, axes.begin() + axis + 1, axes.end() - 1);
    if (axes.size() == 2) axes.insert(0, outermost);
  };
  for (shape& strides : result.space.axes.strides) move_before_last(strides, 0);
  move_before_last(result.space.axes.extents, 1);
  return result;
}

std::optional<map_plan> plan_tiled(const graph::kernel& work, const tiled_space& tiled) {
  const map_space& space = tiled.space;
  const tuning::tile_shape tile = choose_tile(space);
  last_axis_accesses along_last = access_last_axis(work, space);
  tiled_operands operands = tile_operands(space, tile, std::move(along_last.operands));
  if (operands.shared_bytes == 0) return std::nullopt;
  map_plan plan;
  plan.arguments = &skeletons::tiled::arguments;
  plan.options.skeleton = skeletons::tiled{static_cast<std::uint16_t>(tile.rows),
                                           static_cast<std::uint16_t>(tile.columns),
                                           static_cast<std::uint16_t>(operands.column)};
  plan.options.wide = !fits_32_bits(space.axes, tuning::index_margin);
  plan.options.tail = space.axes.extents.back() % along_last.vector != 0;
  plan.options.rank = static_cast<std::uint8_t>(space.rank() - 2);
  plan.options.vector = static_cast<std::uint8_t>(along_last.vector);
  plan.options.threads = static_cast<std::uint16_t>(tile.threads);
  plan.options.operands = std::move(operands.accesses);
  plan.space = space.axes;
  plan.size = space.size;
  plan.nearer = tiled.nearer;
  plan.grid = tile_count(space, tile);
  plan.block[0] = plan.options.threads;
  plan.shared_bytes = static_cast<unsigned>(operands.shared_bytes);
  return plan;
}

const map_arguments skeletons::tiled::arguments{
    [](index_writer& out, const map_plan& plan) {
      const std::size_t rank = plan.space.rank();
      const shape& extents = plan.space.extents;
      const auto& tile = plan.options.as<tiled>();
      out.put(extents[rank - 2]);
      out.put(extents[rank - 1]);
      out.put_divisor(plan.nearer);
      out.put_divisor(ceil_div(extents[rank - 2], tile.tile_rows));
      out.put_divisor(ceil_div(extents[rank - 1], tile.tile_columns));
      out.put_axes(extents, 0, rank - 2);
    },
    stride_of_each_axis};

std::string skeletons::tiled::text(const graph::kernel& work, const graph::variant& options,
                                   const std::string& name) const {
  return map_text(
      work, options, name,
      text_of(graph::index_type(options), graph::template_argument(int{options.rank}),
              graph::template_argument(int{options.threads}),
              graph::template_argument(int{tile_rows}), graph::template_argument(int{tile_columns}),
              graph::template_argument(int{options.vector}), graph::template_argument(int{column}),
              graph::template_argument(options.tail)),
      map_operands_text(work, options));
}

}  // namespace gpu::execute
