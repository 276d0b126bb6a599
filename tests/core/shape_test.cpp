// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/shape.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::test {

TEST(shape, is_written_as_numpy_writes_a_tuple) {
  EXPECT_EQ(text_of(shape{}), "()");
  EXPECT_EQ(text_of(shape{3}), "(3,)");
  EXPECT_EQ(text_of(shape{2, 3}), "(2,3)");
  EXPECT_EQ(tuple_text(shape{2, 3}), "(2, 3)");
  EXPECT_EQ(tuple_text(shape{3}), "(3,)");
}

TEST(shape, keeps_its_extents_when_it_outgrows_its_place) {
  shape extents;
  for (std::ptrdiff_t i = 0; i < 64; ++i) extents.push_back(i);
  const shape copy = extents;
  const shape moved = std::move(extents);
  ASSERT_EQ(copy.size(), 64u);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(copy[i], static_cast<std::ptrdiff_t>(i));
  EXPECT_EQ(copy, moved);
  EXPECT_TRUE(extents.empty());
}

TEST(shape, has_at_most_64_axes) {
  shape extents(64, 1);
  EXPECT_THROW(extents.push_back(1), value_error);
  EXPECT_EQ(extents.size(), 64u);
  EXPECT_THROW(shape(65, 1), value_error);
}

TEST(shape, inserts_and_erases_axes) {
  shape extents{2, 4};
  extents.insert(1, 3);
  EXPECT_EQ(extents, (shape{2, 3, 4}));
  extents.insert(3, 5);
  extents.erase(0);
  EXPECT_EQ(extents, (shape{3, 4, 5}));
}

TEST(shape, comes_from_any_range_of_integers) {
  EXPECT_EQ(shape(std::vector<std::size_t>{2, 3}), (shape{2, 3}));
  EXPECT_EQ(shape(std::vector<int>{}), shape{});
}

TEST(shape, assignment_between_short_and_long_keeps_both_right) {
  shape small{1, 2};
  shape large(10, 7);
  shape target = large;
  target = small;
  EXPECT_EQ(target, small);
  target = large;
  EXPECT_EQ(target, large);
  small = std::move(large);
  EXPECT_EQ(small, target);
}

TEST(element_count, is_one_for_no_axes_and_zero_for_an_empty_one) {
  EXPECT_EQ(element_count({}), 1);
  EXPECT_EQ(element_count({2, 0, 3}), 0);
  EXPECT_EQ(element_count({2, 3}), 6);
}

TEST(element_count, refuses_negative_extents_and_overflow) {
  EXPECT_THROW(static_cast<void>(element_count({2, -1})), value_error);
  const std::ptrdiff_t huge = std::numeric_limits<std::ptrdiff_t>::max() / 2;
  EXPECT_THROW(static_cast<void>(element_count({huge, 3})), value_error);
  EXPECT_THROW(static_cast<void>(element_count({huge, 3, 0})), value_error);
}

TEST(row_major_strides, are_zero_along_axes_of_extent_one) {
  EXPECT_EQ(row_major_strides({2, 1, 3}), (shape{3, 0, 1}));
  EXPECT_EQ(row_major_strides({}), shape{});
}

TEST(normalize_axis_index, counts_from_the_end_and_refuses_what_is_not_there) {
  EXPECT_EQ(normalize_axis_index(-1, 3), 2u);
  EXPECT_EQ(normalize_axis_index(0, 3), 0u);
  for (const std::ptrdiff_t axis : {3, -4}) {
    try {
      static_cast<void>(normalize_axis_index(axis, 3));
      ADD_FAILURE() << axis;
    } catch (const axis_error& failure) {
      EXPECT_EQ(std::string(failure.what()),
                text_of("axis ", axis, " is out of bounds for array of dimension 3"));
    }
  }
}

}  // namespace gpu::test
