// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "execute/gpu/scan/tiles.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using kernels::carried;
using testing::kernel_builder;

constexpr dtype f32 = dtype::float32;
constexpr scan_costs of_floats{
    .widest_bytes = 4, .read_bytes = 4, .accumulator_bytes = 4, .instructions = 1};

/// Cumulative sums along `axis` in C order.
kernel_builder scan_of(const shape& extents, std::size_t axis) {
  kernel_builder made(extents);
  made.write(made.array(f32));
  made.work.kind = graph::kernel_kinds::scan{&testing::new_reduction("sum", {f32}, f32), 0, axis};
  return made;
}

TEST(scan_vectors, lie_along_what_is_nearest_in_memory) {
  const scan_vectors of_segments =
      choose_vectors(scan_iteration(scan_of({10, 1001}, 1).work), of_floats);
  EXPECT_EQ(of_segments.width, 4);
  EXPECT_EQ(of_segments.count, 251);
  EXPECT_TRUE(of_segments.has_tail);
  const scan_vectors of_columns =
      choose_vectors(scan_iteration(scan_of({1001, 10}, 0).work), of_floats);
  EXPECT_EQ(of_columns.count, 3);
}

TEST(scan_vectors, leave_room_for_accumulators) {
  scan_costs costs = of_floats;
  costs.accumulator_bytes = 16;
  EXPECT_EQ(choose_vectors(scan_iteration(scan_of({1000, 10}, 0).work), costs).width, 2);
  EXPECT_EQ(choose_vectors(scan_iteration(scan_of({10, 1000}, 1).work), costs).width, 4);
}

TEST(scan_tiles, cover_every_step) {
  for (const std::size_t axis : {0, 1})
    for (const std::ptrdiff_t length : {1, 7, 1000, 100000, 1 << 24}) {
      const kernel_builder made = scan_of(axis == 0 ? shape{length, 3} : shape{3, length}, axis);
      const scan_iteration space(made.work);
      const scan_vectors vectors = choose_vectors(space, of_floats);
      const scan_threads threads = share_segments(made.work, space, of_floats, vectors);
      const scan_tiles tiles = choose_tiles(space, vectors, threads);
      const std::ptrdiff_t steps = space.along ? vectors.count : space.length;
      EXPECT_GE(tiles.count * threads.team * tiles.unroll, steps) << length;
      EXPECT_LT((tiles.count - 1) * threads.team * tiles.unroll, steps) << length;
      EXPECT_EQ(tiles.carry == carried::nothing, tiles.count == 1) << length;
    }
}

TEST(scan_tiles, tell_through_memory_only_if_blocks_share_a_segment) {
  const scan_iteration space(scan_of({1 << 20}, 0).work);
  const scan_vectors vectors = choose_vectors(space, of_floats);
  const auto tiles_of = [&](const scan_threads& threads) {
    return choose_tiles(space, vectors, threads);
  };
  const scan_threads whole_block{128, 1, 128, 4};
  const scan_threads warps{32, 1, 128, 4};
  EXPECT_EQ(tiles_of(whole_block).carry, carried::in_memory);
  EXPECT_EQ(tiles_of(whole_block).grid, tiles_of(whole_block).count);
  EXPECT_GT(status_bytes(space, of_floats, vectors, whole_block, tiles_of(whole_block)), 0U);
  EXPECT_EQ(tiles_of(warps).carry, carried::by_team);
  EXPECT_EQ(tiles_of(warps).grid, 1);
  EXPECT_EQ(status_bytes(space, of_floats, vectors, warps, tiles_of(warps)), 0U);
}

}  // namespace
}  // namespace gpu::execute
