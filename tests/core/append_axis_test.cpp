// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "core/append_axis.hpp"

namespace gpu {
namespace {

iteration space_of(const layout& one) {
  iteration space;
  space.offsets = {one.offset};
  space.strides.resize(1);
  return space;
}

/// The axes `first` of an operand, and inside them `second`.
iteration appended(const layout& one, const std::vector<std::size_t>& first,
                   const std::vector<std::size_t>& second = {}) {
  const layout* const operands[] = {&one};
  iteration space = space_of(one);
  append_axes(space, operands, one, first);
  append_axes(space, operands, one, second);
  return space;
}

TEST(append_axis, merges_what_continues) {
  iteration space = space_of(row_major({}));
  const std::ptrdiff_t outer[] = {12};
  const std::ptrdiff_t inner[] = {3};
  append_axis(space, 5, outer);
  append_axis(space, 4, inner);
  EXPECT_EQ(space.extents, shape{20});
  EXPECT_EQ(space.strides[0], shape{3});
}

TEST(append_axis, leaves_complete_axes_as_they_are) {
  iteration space = space_of(row_major({}));
  const std::ptrdiff_t outer[] = {12};
  const std::ptrdiff_t inner[] = {3};
  append_axis(space, 5, outer);
  append_axis(space, 4, inner, 1);
  EXPECT_EQ(space.extents, (shape{5, 4}));
  EXPECT_EQ(space.strides[0], (shape{12, 3}));
}

TEST(append_axes, merges_those_of_one_call) {
  const layout whole = row_major({2, 3, 4, 5});
  EXPECT_EQ(appended(whole, {0, 1, 2, 3}).extents, shape{120});
  EXPECT_EQ(appended(whole, {0, 1}, {2, 3}).extents, (shape{6, 20}));
  EXPECT_EQ(appended(whole, {0, 2}, {1, 3}).extents, (shape{2, 4, 3, 5}));
}

TEST(append_axes, reverses_every_operand_where_the_leader_goes_backwards) {
  const layout leader{11, {3, 4}, {4, -1}};
  const layout other = row_major({3, 4});
  const layout* const operands[] = {&leader, &other};
  iteration space;
  space.offsets = {leader.offset, other.offset};
  space.strides.resize(2);
  const std::size_t axes[] = {0, 1};
  append_axes(space, operands, leader, axes);
  EXPECT_EQ(space.extents, (shape{3, 4}));
  EXPECT_EQ(space.offsets, (std::vector<std::ptrdiff_t>{8, 3}));
  EXPECT_EQ(space.strides[0], (shape{4, 1}));
  EXPECT_EQ(space.strides[1], (shape{4, -1}));
}

TEST(append_axes, merges_axes_kept_apart_with_each_other_alone) {
  const layout whole = row_major({2, 3, 4, 5});
  const layout* const operands[] = {&whole};
  const std::size_t axes[] = {0, 1, 2, 3};
  iteration space = space_of(whole);
  EXPECT_EQ(append_axes(space, operands, whole, axes, 0b0011), 0b01u);
  EXPECT_EQ(space.extents, (shape{6, 20}));
  EXPECT_EQ(space.strides[0], (shape{20, 1}));
  space = space_of(whole);
  EXPECT_EQ(append_axes(space, operands, whole, axes, 0b0100), 0b010u);
  EXPECT_EQ(space.extents, (shape{6, 4, 5}));
  space = space_of(whole);
  EXPECT_EQ(append_axes(space, operands, whole, axes, 0b1111), 0b1u);
  EXPECT_EQ(space.extents, shape{120});
}

TEST(plan_iteration, takes_the_place_of_an_earlier_space) {
  const layout first = row_major({2, 3, 4});
  const layout second{5, {3, 4}, {-1, 3}};
  const layout* const operands[] = {&first, &first};
  const layout* const others[] = {&second};
  iteration space;
  EXPECT_EQ(plan_iteration(space, operands, first, 0b100), 0b10u);
  EXPECT_EQ(space.extents, (shape{6, 4}));
  EXPECT_EQ(plan_iteration(space, others, second), 0u);
  EXPECT_EQ(space.extents, shape{12});
  EXPECT_EQ(space.offsets, std::vector<std::ptrdiff_t>{3});
  ASSERT_EQ(space.strides.size(), 1u);
  EXPECT_EQ(space.strides[0], shape{1});
}

}  // namespace
}  // namespace gpu
