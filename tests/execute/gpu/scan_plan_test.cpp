// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "execute/gpu/scan/plan.hpp"
#include "execute/gpu/scan/skeleton.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using kernels::access;
using kernels::carried;
using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

scan_plan plan_of(const graph::op_record& op, dtype type, const layout& place, std::size_t axis) {
  kernel_builder made(place.extents);
  made.write(made.array(type, place));
  made.work.kind = graph::kernel_kinds::scan{&op, 0, axis};
  return plan_scan(made.work);
}

scan_plan plan_sum(const shape& extents, std::size_t axis, dtype type = f32) {
  return plan_of(new_reduction("sum", {type}, type), type, row_major(extents), axis);
}

std::ptrdiff_t tile_length(const scan_plan& plan) {
  return std::ptrdiff_t{plan.options.as<execute::skeletons::scan>().team} * plan.options.unroll *
         (plan.options.as<execute::skeletons::scan>().along ? plan.options.vector : 1);
}

TEST(scan_plan, tells_through_memory_where_lines_are_long) {
  EXPECT_EQ(plan_sum({1 << 28}, 0).options.as<execute::skeletons::scan>().carry,
            carried::in_memory);
  EXPECT_EQ(plan_sum({16384, 16384}, 0).options.as<execute::skeletons::scan>().carry,
            carried::in_memory);
  EXPECT_EQ(plan_sum({4096, 65536}, 1).options.as<execute::skeletons::scan>().carry,
            carried::in_memory);
  EXPECT_EQ(plan_sum({4096, 65536}, 0).options.as<execute::skeletons::scan>().carry,
            carried::by_team);
  EXPECT_EQ(plan_sum({16384, 16384}, 1).options.as<execute::skeletons::scan>().carry,
            carried::nothing);
  EXPECT_EQ(plan_sum({16384, 100}, 1).options.as<execute::skeletons::scan>().carry,
            carried::nothing);
  EXPECT_EQ(plan_sum({100, 16384}, 0).options.as<execute::skeletons::scan>().carry,
            carried::nothing);
}

TEST(scan_plan, makes_tiles_long_where_there_are_enough) {
  EXPECT_EQ(tile_length(plan_sum({1 << 28}, 0)), 8192);
  EXPECT_EQ(tile_length(plan_sum({1 << 20}, 0)), 2048);
  EXPECT_EQ(tile_length(plan_sum({1 << 28}, 0, dtype::float64)), 4096);
  EXPECT_EQ(tile_length(plan_sum({16384, 16384}, 0)), 128);
  EXPECT_EQ(tile_length(plan_sum({1 << 18, 1024}, 0)), 256);
}

TEST(scan_plan, leaves_the_last_tile_of_a_line_mostly_full) {
  EXPECT_EQ(tile_length(plan_sum({8000, 17000}, 1)), 4096);
  EXPECT_EQ(tile_length(plan_sum({8000, 30000}, 1)), 8192);
}

TEST(scan_plan, has_larger_blocks_for_lines_that_are_one_tile) {
  EXPECT_EQ(plan_sum({16384, 16384}, 1).options.threads, 256);
  EXPECT_EQ(tile_length(plan_sum({16384, 16384}, 1)), 16384);
  EXPECT_EQ(plan_sum({16384, 16385}, 1).options.threads, 128);
}

TEST(scan_plan, holds_fewer_elements_of_several_arguments) {
  kernel_builder made(shape{1 << 28});
  const graph::value_id x = made.array(f32);
  const graph::op_record& add = new_record("add", {f32, f32}, f32);
  made.write(made.op(add, {x, made.array(f32)}));
  made.work.kind = graph::kernel_kinds::scan{&new_reduction("sum", {f32}, f32), 0, 0};
  EXPECT_EQ(plan_scan(made.work).options.unroll, 8);
}

TEST(scan_plan, covers_lines_and_has_a_message_for_each_tile_and_group) {
  for (const dtype type : {dtype::int8, f32, dtype::complex128})
    for (const std::ptrdiff_t n : {1, 9, 100, 5000, 65537, 1 << 20, 1 << 26})
      for (const std::ptrdiff_t side : {1, 3, 31, 33, 1000, 5000})
        for (const std::size_t axis : {0, 1}) {
          if (n * side > 1 << 28) continue;
          const scan_plan plan = plan_sum(axis == 0 ? shape{n, side} : shape{side, n}, axis, type);
          const int threads = plan.options.threads;
          const int group = plan.options.as<execute::skeletons::scan>().team *
                            plan.options.as<execute::skeletons::scan>().width;
          EXPECT_GE(plan.tiles * tile_length(plan), n) << n << ' ' << side << ' ' << axis;
          EXPECT_LT((plan.tiles - 1) * tile_length(plan), n) << n << ' ' << side << ' ' << axis;
          EXPECT_TRUE(group <= 32 || group == threads) << n << ' ' << side << ' ' << axis;
          if (!plan.options.as<execute::skeletons::scan>().along) {
            EXPECT_GE(plan.segment_blocks * plan.options.as<execute::skeletons::scan>().width *
                          plan.options.vector,
                      side);
          }
          EXPECT_EQ(plan.tiles > 1,
                    plan.options.as<execute::skeletons::scan>().carry != carried::nothing);
          if (plan.options.as<execute::skeletons::scan>().carry != carried::in_memory) {
            EXPECT_EQ(plan.memory.zeroed_bytes, 0u);
            continue;
          }
          EXPECT_EQ(group, threads);
          const int radix =
              kernels::scan_radix(threads, plan.options.as<execute::skeletons::scan>().width);
          EXPECT_GE(radix, 8);
          EXPECT_LE(2 * radix * plan.options.as<execute::skeletons::scan>().width, threads);
          EXPECT_EQ(plan.grid, plan.groups * plan.tiles);
          EXPECT_GE(plan.memory.zeroed_bytes,
                    8u * static_cast<std::size_t>(
                             plan.groups * plan.options.as<execute::skeletons::scan>().width *
                             kernels::scan_slots(plan.tiles, radix)));
        }
}

TEST(scan_plan, alignment_decides_accesses_and_nothing_else) {
  const graph::op_record& sum = new_reduction("sum", {f32}, f32);
  for (const std::size_t axis : {0, 1}) {
    const auto plan = [&](std::ptrdiff_t offset) {
      return plan_of(sum, f32, {offset, {900, 12000}, {12000, 1}}, axis);
    };
    const scan_plan aligned = plan(0);
    scan_plan shifted = plan(1);
    EXPECT_TRUE(aligned.options.operands.empty());
    ASSERT_EQ(shifted.options.operands.size(), 2u);
    EXPECT_EQ(shifted.options.operands[1], access::strided);
    shifted.options.operands.clear();
    EXPECT_EQ(shifted.options, aligned.options);
    EXPECT_EQ(shifted.tiles, aligned.tiles);
    EXPECT_EQ(shifted.grid, aligned.grid);
  }
}

TEST(scan_plan, goes_in_turn_where_the_op_is_not_associative) {
  const graph::op_record& subtract = new_record("subtract", {f32, f32}, f32);
  for (const std::size_t axis : {0, 1})
    EXPECT_EQ(plan_of(subtract, f32, row_major({5000, 3000}), axis)
                  .options.as<execute::skeletons::scan>()
                  .team,
              1);
  EXPECT_EQ(plan_of(subtract, f32, row_major({100, 300}), 0).segment_blocks, 3);
}

}  // namespace
}  // namespace gpu::execute
