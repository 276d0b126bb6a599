// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "execute/gpu/reduce/loop.hpp"
#include "execute/gpu/reduce/persistent_columns.hpp"
#include "execute/gpu/reduce/persistent_rows.hpp"
#include "execute/gpu/reduce/reduce_inner.hpp"
#include "execute/gpu/reduce/reduce_outer.hpp"

namespace gpu::execute {
namespace {

/// A space of one operand, whose axes have the strides 1, 2, 3...
reduction_space space_of_extents(const shape& kept, const shape& reduced) {
  reduction_space space;
  space.axes.offsets = {0};
  space.axes.strides.resize(1);
  space.kept_rank = kept.size();
  for (const shape* extents : {&kept, &reduced})
    for (const std::ptrdiff_t extent : *extents) {
      space.axes.extents.push_back(extent);
      space.axes.strides[0].push_back(static_cast<std::ptrdiff_t>(space.axes.rank()));
    }
  return space;
}

TEST(reduction_loop, over_rows_ends_with_a_reduced_axis) {
  const reduction_loop loop =
      order_axes(space_of_extents({2, 3}, {4, 5}), skeletons::reduce_inner::form);
  EXPECT_EQ(loop.space.extents, (shape{2, 3, 4, 5}));
  EXPECT_EQ(loop.space.strides[0], (shape{1, 2, 3, 4}));
  EXPECT_EQ(loop.kept_rank, 2U);
  EXPECT_EQ(loop.reduced_rank(), 1U);
  EXPECT_EQ(loop.kept, 6);
  EXPECT_EQ(loop.reduced, 4);
  EXPECT_EQ(loop.columns(), 5);
}

TEST(reduction_loop, over_columns_ends_with_a_kept_axis) {
  const reduction_loop loop =
      order_axes(space_of_extents({2, 3}, {4, 5}), skeletons::reduce_outer::form);
  EXPECT_EQ(loop.space.extents, (shape{2, 4, 5, 3}));
  EXPECT_EQ(loop.space.strides[0], (shape{1, 3, 4, 2}));
  EXPECT_EQ(loop.kept_rank, 1U);
  EXPECT_EQ(loop.reduced_rank(), 2U);
  EXPECT_EQ(loop.kept, 2);
  EXPECT_EQ(loop.reduced, 20);
  EXPECT_EQ(loop.columns(), 3);
}

TEST(reduction_loop, has_a_kept_axis_and_a_last_one) {
  const auto extents = [](const shape& kept, const shape& reduced, const reduction_form& form) {
    const reduction_loop loop = order_axes(space_of_extents(kept, reduced), form);
    EXPECT_EQ(loop.kept_rank, 1U);
    EXPECT_EQ(loop.space.strides[0].size(), loop.space.rank());
    return loop.space.extents;
  };
  EXPECT_EQ(extents({}, {7}, skeletons::reduce_inner::form), (shape{1, 7}));
  EXPECT_EQ(extents({}, {}, skeletons::reduce_inner::form), (shape{1, 1}));
  EXPECT_EQ(extents({7}, {}, skeletons::persistent_rows::form), (shape{7, 1}));
  EXPECT_EQ(extents({7}, {}, skeletons::reduce_outer::form), (shape{1, 7}));
  EXPECT_EQ(extents({7}, {5}, skeletons::persistent_columns::form), (shape{1, 5, 7}));
}

}  // namespace
}  // namespace gpu::execute
