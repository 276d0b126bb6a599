// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/stacked_product.hpp"

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

using linalg::detail::offset_of;
using linalg::detail::stacked_product;
using strides = stacked_product::strides;

TEST(stacked_product, of_two_matrices_is_one_product) {
  const stacked_product all(row_major({2, 3}), row_major({3, 4}));
  EXPECT_EQ(all.m, 2);
  EXPECT_EQ(all.n, 4);
  EXPECT_EQ(all.k, 3);
  EXPECT_EQ(all.a, (strides{3, 1}));
  EXPECT_EQ(all.b, (strides{4, 1}));
  EXPECT_EQ(all.count(), 1);
}

TEST(stacked_product, axes_one_behind_the_other_are_one_axis) {
  const stacked_product all(row_major({5, 6, 2, 3}), row_major({5, 6, 3, 4}));
  EXPECT_EQ(all.batch, (shape{30}));
  EXPECT_EQ(all.a_steps, (shape{6}));
  EXPECT_EQ(all.b_steps, (shape{12}));
  EXPECT_EQ(offset_of(all, all.b_steps, 29), 29 * 12);
}

TEST(stacked_product, a_matrix_that_is_repeated_has_step_0) {
  const stacked_product all(row_major({2, 3}), row_major({5, 3, 4}));
  EXPECT_EQ(all.batch, (shape{5}));
  EXPECT_EQ(all.a_steps, (shape{0}));
  EXPECT_EQ(all.b_steps, (shape{12}));
}

TEST(stacked_product, axes_that_broadcast_crosswise_stay_apart) {
  const stacked_product all(row_major({5, 1, 2, 3}), row_major({6, 3, 4}));
  EXPECT_EQ(all.batch, (shape{5, 6}));
  EXPECT_EQ(all.a_steps, (shape{6, 0}));
  EXPECT_EQ(all.b_steps, (shape{0, 12}));
  EXPECT_EQ(offset_of(all, all.a_steps, 13), 2 * 6);
  EXPECT_EQ(offset_of(all, all.b_steps, 13), 1 * 12);
}

TEST(stacked_product, a_stack_times_one_matrix_is_one_product) {
  const stacked_product all(row_major({5, 6, 2, 3}), row_major({3, 4}));
  EXPECT_EQ(all.count(), 1);
  EXPECT_EQ(all.m, 60);
  EXPECT_EQ(all.a, (strides{3, 1}));
}

TEST(stacked_product, rows_that_do_not_follow_each_other_stay_a_stack) {
  const layout transposed{0, {5, 2, 3}, {6, 1, 2}};
  const stacked_product all(transposed, row_major({3, 4}));
  EXPECT_EQ(all.batch, (shape{5}));
  EXPECT_EQ(all.m, 2);
}

TEST(stacked_product, a_stack_of_rows_is_a_matrix_whatever_is_between_them) {
  const layout rows{0, {5, 1, 3}, {7, 0, 1}};
  const stacked_product all(rows, row_major({3, 4}));
  EXPECT_EQ(all.count(), 1);
  EXPECT_EQ(all.m, 5);
  EXPECT_EQ(all.a, (strides{7, 1}));
}

}  // namespace
}  // namespace gpu::test
