// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/map/rows.hpp"
#include "execute/gpu/map/table.hpp"
#include "execute/gpu/map/tiled.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using testing::kernel_builder;

constexpr dtype f32 = dtype::float32;

/// A copy of an array to C order.
kernel_builder copy_of(const layout& place) {
  kernel_builder made(place.extents);
  made.write(made.array(f32, place));
  return made;
}

TEST(order_for_tiles, moves_the_transposed_axis_before_the_last) {
  const map_space space = map_space_of(copy_of({0, {16, 20, 24, 28}, {1, 20000, 500, 17}}).work);
  ASSERT_EQ(space.axes.extents, (shape{16, 20, 24, 28}));
  const auto tiled = order_for_tiles(space);
  ASSERT_TRUE(tiled);
  EXPECT_EQ(tiled->space.axes.extents, (shape{20, 24, 16, 28}));
  EXPECT_EQ(tiled->space.axes.strides[1], (shape{20000, 500, 1, 17}));
  EXPECT_EQ(tiled->nearer, 20 * 24) << "matrices whose rows lie between those of one";
}

TEST(order_for_tiles, has_an_axis_beside_those_of_a_tile) {
  const auto tiled = order_for_tiles(map_space_of(copy_of({0, {16, 20}, {1, 16}}).work));
  ASSERT_TRUE(tiled);
  EXPECT_EQ(tiled->space.axes.extents, (shape{1, 16, 20}));
  EXPECT_EQ(tiled->space.axes.strides[1], (shape{0, 1, 16}));
}

TEST(order_for_tiles, leaves_what_is_not_transposed_or_too_small) {
  EXPECT_FALSE(order_for_tiles(map_space_of(copy_of({0, {16, 20}, {21, 1}}).work)));
  EXPECT_FALSE(order_for_tiles(map_space_of(copy_of({0, {16, 7}, {1, 16}}).work)));
  EXPECT_FALSE(order_for_tiles(map_space_of(copy_of({0, {7, 20}, {1, 7}}).work)));
}

TEST(candidates, refuse_what_does_not_suit_them) {
  const kernel_builder dense = copy_of(row_major({60, 70}));
  const kernel_builder rows = copy_of({0, {60, 70}, {80, 1}});
  const kernel_builder reversed = copy_of({63, {64}, {-1}});
  const kernel_builder narrow = copy_of({0, {60, 3}, {80, 1}});
  const auto contiguous = [](const kernel_builder& made) {
    return plan_contiguous(made.work, map_space_of(made.work)).has_value();
  };
  const auto in_rows = [](const kernel_builder& made) {
    return plan_rows(made.work, map_space_of(made.work)).has_value();
  };
  EXPECT_TRUE(contiguous(dense));
  EXPECT_FALSE(contiguous(rows));
  EXPECT_FALSE(contiguous(reversed));
  EXPECT_TRUE(in_rows(rows));
  EXPECT_TRUE(in_rows(reversed));
  EXPECT_FALSE(in_rows(dense)) << "a single row";
  EXPECT_FALSE(in_rows(narrow));
}

TEST(candidates, do_not_change_the_space) {
  const kernel_builder made = copy_of({63, {64}, {-1}});
  const map_space space = map_space_of(made.work);
  const auto plan = plan_rows(made.work, space);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->space.extents, (shape{1, 64}));
  EXPECT_EQ(space.axes.extents, shape{64});
}

TEST(plan_table, has_any_axes) {
  const map_plan plan = plan_table({{60, 70}, {0, 0}, {{70, 1}, {1, 60}}}, 4200);
  EXPECT_EQ(plan.options.name(), "table");
  EXPECT_TRUE(plan.options.arguments_in_memory);
  EXPECT_EQ(plan.grid, (4200U + 255) / 256);
}

}  // namespace
}  // namespace gpu::execute
