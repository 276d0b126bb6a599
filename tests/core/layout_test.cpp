// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/layout.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <gpu/core/error.hpp>

#include "core/iteration.hpp"

namespace gpu::test {

layout transposed(const layout& where) {
  std::vector<std::ptrdiff_t> axes;
  for (std::size_t axis = where.extents.size(); axis-- > 0;)
    axes.push_back(static_cast<std::ptrdiff_t>(axis));
  return apply(permuted(where.extents, axes), where);
}

TEST(layout, of_a_new_array_is_contiguous_and_of_its_transpose_is_not) {
  const layout whole = row_major({2, 3});
  EXPECT_TRUE(is_contiguous(whole));
  EXPECT_FALSE(is_contiguous(transposed(whole)));
}

TEST(layout, with_axes_of_extent_one_or_zero_is_contiguous_whatever_their_strides) {
  EXPECT_TRUE(is_contiguous({0, {2, 1, 3}, {3, 99, 1}}));
  EXPECT_TRUE(is_contiguous({0, {2, 0, 3}, {5, 7, 11}}));
  EXPECT_TRUE(is_contiguous(transposed(row_major({1, 5}))));
}

TEST(reshape, keeps_strides_where_axes_merge_and_gives_up_where_not) {
  const layout rows{5, {4, 3}, {6, 1}};  // every other row of (4, 6)
  const auto split = reshape(rows, {2, 2, 3});
  ASSERT_TRUE(split);
  EXPECT_EQ(split->strides, (shape{12, 6, 1}));
  EXPECT_EQ(split->offset, 5);
  EXPECT_FALSE(reshape(rows, {12}));
  EXPECT_FALSE(reshape(transposed(row_major({2, 3})), {6}));
  const auto with_ones = reshape(rows, {1, 4, 1, 3, 1});
  ASSERT_TRUE(with_ones);
  EXPECT_EQ(with_ones->strides, (shape{0, 6, 0, 1, 0}));
}

TEST(reshape, of_a_broadcast_axis_stays_broadcast) {
  const layout repeated{0, {6}, {0}};
  const auto grid = reshape(repeated, {2, 3});
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->strides, (shape{0, 0}));
}

TEST(reshape, of_an_empty_array_is_always_possible) {
  EXPECT_TRUE(reshape({0, {0, 3}, {7, 5}}, {3, 0, 2}));
}

TEST(bounds, cover_negative_strides) {
  const auto reach = bounds({9, {10}, {-1}});
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->first, 0);
  EXPECT_EQ(reach->last, 9);
  EXPECT_FALSE(bounds(row_major({0})));
}

iteration planned(const std::vector<layout>& operands) {
  std::vector<const layout*> pointers;
  for (const layout& one : operands) pointers.push_back(&one);
  return plan_iteration(pointers);
}

TEST(iteration, of_contiguous_operands_has_one_axis) {
  const layout whole = row_major({2, 3, 4});
  const iteration space = planned({whole, whole});
  EXPECT_EQ(space.extents, (shape{24}));
  EXPECT_EQ(space.strides[1], (shape{1}));
}

TEST(iteration, of_a_single_element_has_no_axis) {
  EXPECT_EQ(planned({row_major({1, 1})}).rank(), 0u);
  EXPECT_EQ(planned({row_major({})}).rank(), 0u);
}

TEST(iteration, merges_only_what_every_operand_allows) {
  const layout whole = row_major({2, 3, 4});
  const layout row{0, {2, 3, 4}, {0, 0, 1}};
  const iteration space = planned({whole, row});
  EXPECT_EQ(space.extents, (shape{6, 4}));
  EXPECT_EQ(space.strides[0], (shape{4, 1}));
  EXPECT_EQ(space.strides[1], (shape{0, 1}));
}

TEST(iteration, visits_the_output_in_the_order_of_its_memory_and_forwards) {
  const layout output{11, {3, 4}, {-1, -3}};
  const layout input = row_major({3, 4});
  const iteration space = planned({output, input});
  EXPECT_EQ(space.offsets[0], 0);
  EXPECT_EQ(space.extents, (shape{4, 3}));
  EXPECT_EQ(space.strides[0], (shape{3, 1}));
  EXPECT_EQ(space.offsets[1], 11);
  EXPECT_EQ(space.strides[1], (shape{-1, -4}));
}

TEST(iteration, fits_32_bits_up_to_the_last_offset) {
  const std::ptrdiff_t limit = 2147483647;
  EXPECT_TRUE(fits_32_bits(planned({row_major({limit})}), 0));
  EXPECT_FALSE(fits_32_bits(planned({row_major({limit})}), 1));
  EXPECT_FALSE(fits_32_bits(planned({row_major({2}), layout{0, {2}, {limit + 1}}}), 0));
  const std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max();
  EXPECT_FALSE(fits_32_bits(planned({row_major({3}), layout{-most - 1, {3}, {most}}}), 0));
}

TEST(affine_values, of_views_wrap_around_where_products_are_too_large) {
  constexpr auto most = std::numeric_limits<std::ptrdiff_t>::max();
  const layout values{-most - 1, {5}, {most / 2}};
  const layout backwards = apply({{5}, {4}, {{0, 0, -1}}}, values);
  EXPECT_EQ(backwards, (layout{most - 3, {5}, {-(most / 2)}}));
  const layout* const operands[] = {&backwards};
  const iteration space = plan_iteration(operands);
  EXPECT_EQ(space.offsets[0], values.offset);
  EXPECT_EQ(space.strides[0], values.strides);
}

TEST(overlap, is_of_bounds) {
  EXPECT_TRUE(may_overlap({0, {4}, {2}}, {1, {4}, {2}}));
  EXPECT_FALSE(may_overlap({0, {4}, {1}}, {4, {4}, {1}}));
  EXPECT_TRUE(may_overlap({0, {4}, {1}}, {7, {5}, {-1}}));
  EXPECT_FALSE(may_overlap({0, {0}, {1}}, {0, {5}, {1}}));
}

TEST(permuted, refuses_what_is_not_a_permutation) {
  EXPECT_THROW(static_cast<void>(permuted({2, 3}, std::vector<std::ptrdiff_t>{0})), value_error);
  EXPECT_THROW(static_cast<void>(permuted({2, 3}, std::vector<std::ptrdiff_t>{0, 0})), value_error);
  EXPECT_THROW(static_cast<void>(permuted({2, 3}, std::vector<std::ptrdiff_t>{0, 2})), axis_error);
}

}  // namespace gpu::test
