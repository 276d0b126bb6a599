// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "execute/gpu/reduce/axis_pair.hpp"
#include "execute/gpu/reduce/operands.hpp"
#include "execute/gpu/reduce/space.hpp"
#include "graph/gather.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using graph::value_id;
using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

/// The sum over `axes` of the product of arrays at `places`.
kernel_builder sum_of_products(std::uint64_t axes, const std::vector<layout>& places,
                               const std::vector<dtype>& types) {
  kernel_builder made(places.front().extents);
  made.reduce(axes);
  value_id product = made.array(types.front(), places.front());
  for (std::size_t i = 1; i < places.size(); ++i)
    product = made.op(new_record("multiply", {f32, f32}, f32),
                      {product, made.array(types[i], places[i])});
  made.write_row(made.op(new_reduction("sum", {f32}, f32), {product}));
  return made;
}

std::vector<reduction_operand> all_operands(const kernel_builder& made) {
  return operands_of(made.work, graph::passes(made.work), graph::gathered_elements_of(made.work));
}

reduction_space space_of_sum(std::uint64_t axes, const std::vector<layout>& places,
                             std::vector<dtype> types = {}) {
  types.resize(places.size(), f32);
  const kernel_builder made = sum_of_products(axes, places, types);
  return space_of(made.work, all_operands(made));
}

TEST(reduction_space, has_kept_axes_before_reduced_ones) {
  const reduction_space space = space_of_sum(2, {row_major({10, 20, 30})});
  EXPECT_EQ(space.axes.extents, (shape{10, 30, 20}));
  EXPECT_EQ(space.axes.strides[1], (shape{600, 1, 30}));
  EXPECT_EQ(space.kept_rank, 2U);
  EXPECT_FALSE(space.ends_reduced);
}

TEST(reduction_space, merges_kept_axes_only_with_kept_ones) {
  EXPECT_EQ(space_of_sum(12, {row_major({2, 3, 4, 5})}).axes.extents, (shape{6, 20}));
  EXPECT_EQ(space_of_sum(3, {row_major({2, 3, 4, 5})}).axes.extents, (shape{20, 6}));
  EXPECT_EQ(space_of_sum(15, {row_major({2, 3, 4, 5})}).axes.extents, (shape{120}));
  EXPECT_EQ(space_of_sum(15, {row_major({2, 3, 4, 5})}).kept_rank, 0U);
}

/// The sum over `axes` of rows of a table of 8 columns that an index names, of shape (5, 3, 8).
kernel_builder sum_of_gathered(std::uint64_t axes) {
  kernel_builder made({5, 3, 8});
  made.reduce(axes);
  const value_id table = made.memory(f32, row_major({10, 8}));
  const value_id column = made.index({0, {5, 3, 8}, {0, 0, 1}});
  const value_id index = made.array(dtype::int64, {0, {5, 3, 8}, {3, 1, 0}});
  const value_id place = made.op(graph::moved_offset_record(), {index, column});
  const value_id element =
      made.op(new_record("take", {dtype::int64, dtype::int64}, f32), {table, place});
  made.write_row(made.op(new_reduction("sum", {f32}, f32), {element}));
  return made;
}

TEST(reduction_space, is_in_the_order_of_what_is_gathered) {
  const auto space_of_axes = [](std::uint64_t axes) {
    const kernel_builder made = sum_of_gathered(axes);
    return space_of(made.work, all_operands(made));
  };
  EXPECT_EQ(space_of_axes(2).axes.extents, (shape{5, 8, 3}));
  EXPECT_FALSE(space_of_axes(2).ends_reduced) << "columns are neighbours, and kept";
  EXPECT_TRUE(space_of_axes(4).ends_reduced);
}

TEST(reduction_space, of_gathered_elements_has_no_pairs_that_share_them) {
  const kernel_builder made = sum_of_gathered(2);
  const auto operands = all_operands(made);
  const auto gathers = graph::gathered_elements_of(made.work);
  EXPECT_FALSE(find_axis_pair(space_of(made.work, operands), operands, gathers));
}

TEST(reduction_space, is_in_the_order_of_the_operand_with_the_most_bytes) {
  const layout rows = row_major({10, 20});
  const layout columns{0, {10, 20}, {1, 10}};
  const layout broadcast{0, {10, 20}, {0, 1}};
  EXPECT_TRUE(space_of_sum(2, {rows, columns}).ends_reduced) << "the first of equals";
  EXPECT_FALSE(space_of_sum(2, {columns, rows}).ends_reduced);
  EXPECT_FALSE(space_of_sum(2, {rows, columns}, {dtype::int8, f32}).ends_reduced);
  EXPECT_FALSE(space_of_sum(2, {broadcast, columns}).ends_reduced) << "read once for all rows";
}

TEST(reduction_space, goes_forwards_in_the_memory_of_its_leader) {
  const layout backwards{199, {10, 20}, {-20, -1}};
  const reduction_space space = space_of_sum(2, {backwards, row_major({10, 20})});
  EXPECT_EQ(space.axes.offsets, (std::vector<std::ptrdiff_t>{9, 0, 199}));
  EXPECT_EQ(space.axes.strides[0], (shape{-1, 0}));
  EXPECT_EQ(space.axes.strides[1], (shape{20, 1}));
  EXPECT_EQ(space.axes.strides[2], (shape{-20, -1}));
}

TEST(reduction_space, has_broadcast_axes_outermost) {
  const reduction_space space = space_of_sum(6, {layout{0, {2, 3, 4}, {4, 1, 0}}});
  EXPECT_EQ(space.axes.extents, (shape{2, 4, 3}));
  EXPECT_EQ(space.axes.strides[1], (shape{4, 0, 1}));
}

TEST(reduction_space, ends_with_a_kept_axis_if_rows_have_one_element_or_none) {
  EXPECT_FALSE(space_of_sum(2, {row_major({10, 1})}).ends_reduced);
  EXPECT_FALSE(space_of_sum(2, {row_major({10, 0})}).ends_reduced);
  EXPECT_TRUE(space_of_sum(3, {row_major({10, 0})}).ends_reduced) << "no axis is kept";
}

TEST(element_costs, are_of_what_varies_along_rows) {
  const layout row{0, {10, 20}, {1, 0}};
  const kernel_builder made =
      sum_of_products(2, {row_major({10, 20}), row, row_major({10, 20})}, {f32, dtype::int64, f32});
  const element_costs costs = costs_of(made.work, all_operands(made));
  EXPECT_EQ(costs.widest_bytes, 4);
  EXPECT_EQ(costs.bytes_read, 8);
  EXPECT_EQ(costs.inputs, 2);
  EXPECT_EQ(costs.late, 0);
  EXPECT_EQ(costs.reductions, 1);
  EXPECT_EQ(costs.instructions, 3U);
}

}  // namespace
}  // namespace gpu::execute
