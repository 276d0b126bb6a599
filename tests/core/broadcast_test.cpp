// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/broadcast.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <gpu/core/error.hpp>

namespace gpu::test {

shape together(const std::vector<shape>& shapes) {
  std::vector<const shape*> pointers;
  for (const shape& one : shapes) pointers.push_back(&one);
  return broadcast_shapes(pointers);
}

TEST(broadcast, stretches_axes_of_extent_one_and_missing_ones) {
  EXPECT_EQ(together({{3, 1}, {4}}), (shape{3, 4}));
  EXPECT_EQ(together({{}, {2, 3}}), (shape{2, 3}));
  EXPECT_EQ(together({{5, 1, 1}, {1, 6, 1}, {7}}), (shape{5, 6, 7}));
}

TEST(broadcast, of_an_empty_axis_is_empty) {
  EXPECT_EQ(together({{0}, {1}}), (shape{0}));
  EXPECT_EQ(together({{0, 3}, {3}}), (shape{0, 3}));
}

TEST(broadcast, of_shapes_that_do_not_fit_says_so_in_numpys_words) {
  try {
    static_cast<void>(together({{3}, {2}}));
    FAIL();
  } catch (const shape_error& failure) {
    EXPECT_STREQ(failure.what(), "operands could not be broadcast together with shapes (3,) (2,) ");
  }
  EXPECT_THROW(static_cast<void>(together({{0}, {2}})), shape_error);
}

TEST(broadcasts_to, needs_equal_extents_or_ones) {
  EXPECT_TRUE(broadcasts_to({}, {2, 3}));
  EXPECT_TRUE(broadcasts_to({1, 3}, {2, 3}));
  EXPECT_FALSE(broadcasts_to({2, 3}, {3}));
  EXPECT_FALSE(broadcasts_to({2}, {2, 3}));
  EXPECT_TRUE(broadcasts_to({1}, {0}));
}

}  // namespace gpu::test
