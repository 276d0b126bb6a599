// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/plan_cache.hpp"

#include <gtest/gtest.h>

#include <gpu/cuda/memory_block.hpp>

#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using testing::kernel_builder;
using testing::new_reduction;

const graph::op_record& sum() {
  static const graph::op_record& record = new_reduction("sum", {dtype::float32}, dtype::float32);
  return record;
}

void expect_own_plan(std::uint64_t axes, const layout& place,
                     const ref_ptr<memory_block>& memory = {}) {
  kernel_builder made(place.extents);
  made.reduce(axes);
  made.write_row(made.op(sum(), {made.array(dtype::float32, place, memory)}));
  const reduction_plan wanted = plan_reduction(made.work);
  for (int i = 0; i < 2; ++i) {
    const reduction_plan found = *find_reduction_plan(made.work);
    EXPECT_EQ(found.how, wanted.how);
    EXPECT_EQ(found.space.extents, wanted.space.extents);
    EXPECT_EQ(found.space.strides, wanted.space.strides);
    EXPECT_EQ(found.space.offsets, wanted.space.offsets);
    EXPECT_EQ(found.rows, wanted.rows);
    EXPECT_EQ(found.steps, wanted.steps);
    EXPECT_EQ(found.splits, wanted.splits);
    EXPECT_EQ(found.grid, wanted.grid);
  }
}

TEST(reduction_plans, are_those_of_the_kernel) {
  for (const std::uint64_t axes : {1, 2, 3})
    for (const shape& extents : {shape{16, 16}, shape{16, 32}, shape{32, 16}, shape{1000, 1000}}) {
      expect_own_plan(axes, row_major(extents));
      expect_own_plan(axes, {1, extents, row_major_strides(extents)});
      expect_own_plan(axes, {0, extents, {1, extents[0]}});
      expect_own_plan(axes, {0, extents, {extents[1], 0}});
    }
}

TEST(reduction_plans, look_at_where_memory_begins) {
  alignas(16) static float room[64];
  for (const int shift : {0, 1, 4}) {
    const auto memory =
        memory_block::adopt(cpu(), room + shift, sizeof(float) * 16, current_stream(cpu()), [] {});
    expect_own_plan(1, row_major({16}), memory);
  }
}

}  // namespace
}  // namespace gpu::execute
