// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/scan/tiles.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/space.hpp"
#include "execute/gpu/scan/plan.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using kernels::carried;

std::ptrdiff_t power_above(std::ptrdiff_t count) {
  return static_cast<std::ptrdiff_t>(
      std::bit_ceil(static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 1))));
}

/// Vectors of a thread, if it holds so many bytes of accumulators, and of elements.
std::ptrdiff_t max_unroll(const scan_costs& costs, const scan_vectors& vectors,
                          std::ptrdiff_t bytes) {
  const std::ptrdiff_t each = vectors.width * std::max(costs.accumulator_bytes, costs.read_bytes);
  return static_cast<std::ptrdiff_t>(
      std::bit_floor(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(bytes / each, 1, 16))));
}

/// Where blocks tell each other: many vectors, so that what is waited for is little of the whole,
/// if that leaves tiles for all multiprocessors, and the last one of a segment is not mostly empty.
/// @param max_bytes  of accumulators, and of elements
/// @param steps      vectors of a thread, if a segment were one tile
std::ptrdiff_t tile_unroll(const scan_costs& costs, const scan_vectors& vectors,
                           std::ptrdiff_t max_bytes, std::ptrdiff_t segments,
                           std::ptrdiff_t steps) {
  constexpr auto most = static_cast<std::ptrdiff_t>(tuning::max_instructions);
  const std::ptrdiff_t least = max_unroll(costs, vectors, tuning::scanned_bytes);
  const auto suits = [&](std::ptrdiff_t count) {
    const std::ptrdiff_t tiles = ceil_div(steps, count);
    return segments * tiles >= tuning::look_back_tiles_threshold &&
           count * vectors.width * costs.instructions <= most &&
           (tiles == 1 || tiles * count <= steps + steps / 4);
  };
  std::ptrdiff_t count = max_unroll(costs, vectors, max_bytes);
  while (count > least && !suits(count)) count /= 2;
  return count;
}

/// Neighbours belong to one segment.
scan_threads share_along(const kernel& work, const scan_iteration& space, const scan_costs& costs,
                         const scan_vectors& vectors) {
  constexpr std::ptrdiff_t threads = tuning::threads;
  const std::ptrdiff_t unroll = max_unroll(costs, vectors, tuning::scanned_bytes);
  if (!work.scan()->op->is_reduction) return {1, 1, threads / 2, unroll};
  if (vectors.count <= 32 * unroll)
    return {std::min<std::ptrdiff_t>(32, power_above(vectors.count)), 1, threads, unroll};
  const auto unroll_of = [&](std::ptrdiff_t team) {
    return tile_unroll(costs, vectors, tuning::look_back_bytes, element_count(space.outer),
                       ceil_div(vectors.count, team));
  };
  const bool is_one_tile = vectors.count <= threads * unroll_of(threads);
  const std::ptrdiff_t team = is_one_tile ? threads : tuning::look_back_threads;
  return {team, 1, team, unroll_of(team)};
}

/// Neighbours belong to different segments.
scan_threads share_beside(const kernel& work, const scan_iteration& space, const scan_costs& costs,
                          const scan_vectors& vectors) {
  const std::ptrdiff_t side = std::min<std::ptrdiff_t>(32, power_above(vectors.count));
  const std::ptrdiff_t sides = ceil_div(vectors.count, side);
  const std::ptrdiff_t outer = element_count(space.outer);
  if (!work.scan()->op->is_reduction || outer * sides * side >= tuning::columns_threshold ||
      space.length <= 8)
    return {1, side, tuning::threads, max_unroll(costs, vectors, tuning::scanned_bytes), sides};
  const bool alone =
      outer * ceil_div(vectors.count, tuning::alone_width) >= tuning::segments_threshold;
  const std::ptrdiff_t width =
      std::min<std::ptrdiff_t>(alone ? tuning::alone_width : tuning::look_back_width, side);
  const std::ptrdiff_t segment_blocks = ceil_div(vectors.count, width);
  const std::ptrdiff_t threads = alone ? tuning::threads : tuning::look_back_threads;
  const std::ptrdiff_t team = std::min(threads / width, power_above(space.length));
  const bool few =
      outer * segment_blocks * width < tuning::look_back_groups_threshold && width >= 4;
  const std::ptrdiff_t bytes = few ? tuning::look_back_bytes : tuning::look_back_bytes / 2;
  return {team, width, team * width <= 32 ? tuning::threads : team * width,
          tile_unroll(costs, vectors, bytes, outer * segment_blocks, ceil_div(space.length, team)),
          segment_blocks};
}

}  // namespace

std::size_t bytes_of(const kernel& work, std::size_t operand) {
  return operand == 0 ? size_bytes(work.outputs[0].target->type)
                      : element_bytes(work.arguments[operand - 1]);
}

scan_costs costs_of(const kernel& work) {
  const graph::typed_loop& loop =
      work.scan()->op->loops[static_cast<std::size_t>(work.scan()->loop)];
  const std::size_t accumulator = loop.reduces_on_host != nullptr
                                      ? loop.reduces_on_host->accumulator_bytes
                                      : size_bytes(loop.out);
  scan_costs costs;
  costs.accumulator_bytes = static_cast<std::ptrdiff_t>((accumulator + 3) / 4 * 4);
  for (std::size_t i = 0; i <= work.arguments.size(); ++i) {
    const auto bytes = static_cast<std::ptrdiff_t>(bytes_of(work, i));
    costs.widest_bytes = std::max(costs.widest_bytes, bytes);
    if (i > 0) costs.read_bytes += bytes;
  }
  costs.instructions = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(weight_of(work)));
  return costs;
}

scan_vectors choose_vectors(const scan_iteration& space, const scan_costs& costs) {
  const std::ptrdiff_t extent = space.along ? space.length : space.segments;
  const std::ptrdiff_t max_bytes = space.along ? tuning::scanned_bytes : tuning::side_bytes;
  std::ptrdiff_t width = tuning::access_bytes / costs.widest_bytes;
  while (width > 1 && (width > extent || width * costs.accumulator_bytes > max_bytes)) width /= 2;
  return {width, ceil_div(extent, width), extent % width != 0};
}

scan_threads share_segments(const kernel& work, const scan_iteration& space,
                            const scan_costs& costs, const scan_vectors& vectors) {
  return space.along ? share_along(work, space, costs, vectors)
                     : share_beside(work, space, costs, vectors);
}

scan_tiles choose_tiles(const scan_iteration& space, const scan_vectors& vectors,
                        const scan_threads& shared) {
  const auto& [team, width, threads, max_unroll, segment_blocks] = shared;
  const std::ptrdiff_t steps = space.along ? vectors.count : space.length;
  const std::ptrdiff_t unroll = std::min(power_above(ceil_div(steps, team)), max_unroll);
  const std::ptrdiff_t groups = element_count(space.outer) * segment_blocks;
  const std::ptrdiff_t count = ceil_div(steps, team * unroll);
  const std::ptrdiff_t blocks = ceil_div(groups, threads / (team * width));
  if (count == 1) return {unroll, groups, count, carried::nothing, blocks};
  if (team * width < threads || width > tuning::look_back_width)
    return {unroll, groups, count, carried::by_team, blocks};
  return {unroll, groups, count, carried::in_memory, blocks * count};
}

std::size_t status_bytes(const scan_iteration& space, const scan_costs& costs,
                         const scan_vectors& vectors, const scan_threads& shared,
                         const scan_tiles& tiles) {
  if (tiles.carry != carried::in_memory) return 0;
  const auto radix =
      kernels::scan_radix(static_cast<int>(shared.threads), static_cast<int>(shared.width));
  const std::ptrdiff_t segments = shared.width * (space.along ? 1 : vectors.width);
  const std::ptrdiff_t words = tiles.groups * kernels::scan_slots(tiles.count, radix) * segments *
                               (costs.accumulator_bytes / 4);
  return scan_plan::tile_id_bytes + static_cast<std::size_t>(words) * sizeof(unsigned long long);
}

}  // namespace gpu::execute
