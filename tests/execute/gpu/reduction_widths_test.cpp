// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "execute/gpu/reduce/persistent_columns.hpp"
#include "execute/gpu/reduce/persistent_rows.hpp"
#include "execute/gpu/reduce/reduce_inner.hpp"
#include "execute/gpu/reduce/reduce_outer.hpp"
#include "execute/gpu/reduce/widths.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

constexpr element_costs one_float{
    .widest_bytes = 4, .bytes_read = 4, .inputs = 1, .reductions = 1, .instructions = 1};

/// Of `kept` rows or groups of columns, `reduced` steps, and `columns` along the last axis.
access_widths widths_of(const reduction_form& form, std::ptrdiff_t kept, std::ptrdiff_t reduced,
                        std::ptrdiff_t columns, const element_costs& costs = one_float) {
  reduction_loop loop{form};
  loop.space.extents = {kept, reduced, columns};
  loop.kept = kept;
  loop.reduced = reduced;
  return choose_widths(testing::kernel_builder(shape{}).work, {}, loop, costs);
}

TEST(access_widths, are_16_bytes_and_several_vectors) {
  const access_widths widths = widths_of(skeletons::reduce_inner::form, 10, 1, 1001);
  EXPECT_EQ(widths.vector, 4);
  EXPECT_EQ(widths.unroll, 4);
  EXPECT_EQ(widths.vectors, 251);
  EXPECT_TRUE(widths.has_tail);
}

TEST(access_widths, are_no_wider_than_the_last_axis) {
  for (const auto& [columns, vector] : {std::pair{0, 1}, {1, 1}, {2, 2}, {3, 4}, {4, 4}, {5, 4}})
    EXPECT_EQ(widths_of(skeletons::reduce_inner::form, 10, 1, columns).vector, vector) << columns;
  EXPECT_EQ(widths_of(skeletons::reduce_inner::form, 10, 1, 0).vectors, 1);
}

TEST(access_widths, divide_rows_that_are_kept_and_begin_anywhere) {
  EXPECT_EQ(widths_of(skeletons::persistent_columns::form, 1, 9, 1002).vector, 2);
  EXPECT_EQ(widths_of(skeletons::persistent_rows::form, 10, 1, 1001).vector, 1);
}

TEST(access_widths, leave_room_for_the_accumulators_of_columns) {
  element_costs costs = one_float;
  costs.reductions = 4;
  EXPECT_EQ(widths_of(skeletons::reduce_outer::form, 1, 1000, 1000, costs).vector, 2);
  EXPECT_EQ(widths_of(skeletons::reduce_inner::form, 1, 1000, 1000, costs).vector, 4);
}

TEST(access_widths, unroll_less_of_many_inputs_long_bodies_and_few_steps) {
  EXPECT_EQ(widths_of(skeletons::reduce_outer::form, 1, 1000, 1000).unroll, 8);
  EXPECT_EQ(widths_of(skeletons::reduce_outer::form, 1, 3, 1000).unroll, 2);
  element_costs costs = one_float;
  costs.inputs = 3;
  EXPECT_EQ(widths_of(skeletons::reduce_inner::form, 10, 1, 1000, costs).unroll, 2);
  costs.instructions = 100;
  EXPECT_EQ(widths_of(skeletons::reduce_inner::form, 10, 1, 1000, costs).unroll, 1);
}

/// Widths for sums of drawn numbers, whose indices begin at `first`, along rows `distance` apart.
access_widths widths_of_drawn(std::ptrdiff_t columns, std::ptrdiff_t first,
                              std::ptrdiff_t distance) {
  graph::op_record& draw = testing::new_record("draw", {dtype::int64}, dtype::float32);
  draw.runs = true;
  const layout indices{first, {10, columns}, {distance, 1}};
  testing::kernel_builder made({10, columns});
  made.op(draw, {made.index(indices)});
  reduction_loop loop{skeletons::reduce_inner::form};
  loop.space.extents = {10, columns};
  loop.space.offsets = {first};
  loop.space.strides = {{distance, 1}};
  element_costs costs = one_float;
  costs.inputs = 0;
  return choose_widths(made.work, {}, loop, costs);
}

TEST(access_widths, are_runs_where_neighbours_share_work) {
  EXPECT_TRUE(widths_of_drawn(1000, 0, 1000).has_runs);
  EXPECT_EQ(widths_of_drawn(1000, 0, 1000).vector, 8);
  EXPECT_TRUE(widths_of_drawn(1001, 16, 1008).has_tail);
  EXPECT_FALSE(widths_of_drawn(1000, 1, 1000).has_runs);
  EXPECT_FALSE(widths_of_drawn(1001, 0, 1001).has_runs);
  EXPECT_FALSE(widths_of_drawn(7, 0, 8).has_runs);
}

}  // namespace
}  // namespace gpu::execute
