// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "execute/gpu/map/access.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

constexpr map_operand input{.address = 256, .bytes = 4, .is_written = false};
constexpr map_operand output{.address = 256, .bytes = 4, .is_written = true};
constexpr map_operand number{.address = 0, .bytes = 0, .is_written = false};

/// A space of one operand of float32.
map_space space_of_one(const shape& extents, const shape& strides,
                       const map_operand& operand = input) {
  map_space space;
  space.axes = {extents, {0}, {strides}};
  space.operands = {operand};
  space.widest_bytes = 4;
  return space;
}

TEST(map_access, follows_the_stride_of_the_last_axis) {
  EXPECT_EQ(access_of(space_of_one({8, 8}, {9, 1}), 0), access::unit);
  EXPECT_EQ(access_of(space_of_one({8, 8}, {1, 0}), 0), access::zero);
  EXPECT_EQ(access_of(space_of_one({8, 8}, {8, -1}), 0), access::reversed);
  EXPECT_EQ(access_of(space_of_one({8, 8}, {1, 8}), 0), access::strided);
}

TEST(map_access, writes_each_element_forwards) {
  EXPECT_EQ(access_of(space_of_one({8}, {1}, output), 0), access::unit);
  EXPECT_EQ(access_of(space_of_one({8}, {0}, output), 0), access::strided);
  EXPECT_EQ(access_of(space_of_one({8}, {-1}, output), 0), access::strided);
  EXPECT_EQ(access_of(space_of_one({8}, {1}, number), 0), access::strided) << "is no array";
}

TEST(map_access, is_transposed_if_neighbours_lie_along_another_axis) {
  EXPECT_TRUE(is_transposed(space_of_one({8, 8}, {1, 8}), 0, 0));
  EXPECT_FALSE(is_transposed(space_of_one({8, 8}, {1, 8}, output), 0, 0));
  EXPECT_FALSE(is_transposed(space_of_one({8, 8}, {1, 1}), 0, 0));
  EXPECT_FALSE(is_transposed(space_of_one({8, 8}, {1, 0}), 0, 0));
}

TEST(map_access, is_as_wide_as_addresses_and_strides_are_aligned) {
  const auto vector = [](std::uintptr_t address, std::ptrdiff_t row) {
    return vector_of(space_of_one({8, 8}, {row, 1}, {address, 4, false}), 0, 1, 4);
  };
  EXPECT_EQ(vector(256, 8), 4);
  EXPECT_EQ(vector(264, 8), 2);
  EXPECT_EQ(vector(256, 10), 2);
  EXPECT_EQ(vector(256, 9), 1);
  EXPECT_EQ(vector(258, 8), 0);
}

TEST(map_access, backwards_is_aligned_at_its_end) {
  EXPECT_EQ(vector_of(space_of_one({8}, {-1}, {268, 4, false}), 0, 0, 4), 4);
  EXPECT_EQ(vector_of(space_of_one({8}, {-1}, {256, 4, false}), 0, 0, 4), 1);
}

TEST(last_axis_accesses, are_as_wide_as_all_operands_allow) {
  map_space space = space_of_one({64}, {1}, output);
  space.axes.offsets.assign(4, 0);
  space.axes.strides = {{1}, {1}, {1}, {0}};
  space.operands = {output, {264, 4, false}, {257, 4, false}, input};
  const last_axis_accesses found = access_last_axis(testing::kernel_builder(shape{64}).work, space);
  EXPECT_EQ(found.vector, 2);
  EXPECT_EQ(found.operands,
            (std::vector<access>{access::unit, access::unit, access::strided, access::zero}));
  space.axes.extents = {1};
  EXPECT_EQ(access_last_axis(testing::kernel_builder(shape{1}).work, space).vector, 1);
}

}  // namespace
}  // namespace gpu::execute
