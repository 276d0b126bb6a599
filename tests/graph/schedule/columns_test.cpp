// SPDX-License-Identifier: BSD-3-Clause
// Chains of reductions along axes that do not hold the neighbours in memory.
#include "graph/schedule/columns.hpp"

#include <gtest/gtest.h>

#include <gpu/graph/build.hpp>

#include <utility>
#include <vector>

#include "graph/kernel_builder.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {
namespace {

using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

node_ptr array(const shape& extents, device where = get_device(0)) {
  return node_ptr(make_unallocated_leaf(f32, extents, where).get());
}

node_ptr call(const op_record& op, const node_ptr& a, const node_ptr& b) {
  const node_ptr operands[] = {a, b};
  return make_op(op, 0, operands);
}

const op_record& subtract() {
  static const op_record& record = new_record("subtract", {f32, f32}, f32);
  return record;
}
const op_record& divide() {
  static const op_record& record = new_record("divide", {f32, f32}, f32);
  return record;
}
const op_record& sum() {
  static const op_record& record = new_reduction("sum", {f32}, f32);
  return record;
}
const op_record& max() {
  static const op_record& record = new_reduction("max", {f32}, f32);
  return record;
}

/// With the reduced axes as axes of extent 1.
node_ptr reduce(const op_record& op, const node_ptr& value, std::uint64_t axes) {
  shape extents = value->extents;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    if ((axes >> axis & 1) != 0) extents[axis] = 1;
  return make_reshape(make_reduction(op, 0, operand_list::of(value), axes), extents);
}

node_ptr halved(const node_ptr& value) {
  const float two = 2;
  return call(divide(), value, make_scalar(f32, &two));
}

/// (x - sum(x) / 2) / (max(x) / 2)
node_ptr standardised(const node_ptr& x, std::uint64_t axes) {
  return call(divide(), call(subtract(), x, halved(reduce(sum(), x, axes))),
              halved(reduce(max(), x, axes)));
}

/// (x - max) / sum(x - max): two passes.
node_ptr normalised(const node_ptr& x, std::uint64_t axes) {
  const node_ptr centred = call(subtract(), x, reduce(max(), x, axes));
  return call(divide(), centred, reduce(sum(), centred, axes));
}

std::vector<scheduled_kernel> schedule(const node_ptr& root) {
  return make_schedule(root, make_unallocated_leaf(root->type, root->extents, *root->where));
}

TEST(columns, are_rows_whose_neighbours_in_memory_belong_to_others) {
  const auto has = [](std::uint64_t axes, const layout& place) {
    kernel_builder made(place.extents);
    made.reduce(axes);
    made.write_row(made.op(sum(), {made.array(f32, place)}));
    return has_columns(made.work);
  };
  EXPECT_TRUE(has(1, row_major({100, 100})));
  EXPECT_FALSE(has(2, row_major({100, 100})));
  EXPECT_FALSE(has(3, row_major({100, 100})));
  EXPECT_TRUE(has(2, row_major({10, 100, 20})));
  EXPECT_TRUE(has(3, row_major({10, 100, 20})));
  EXPECT_FALSE(has(5, row_major({10, 100, 20})));
  EXPECT_FALSE(has(2, row_major({10, 100, 1})));
  EXPECT_TRUE(has(1, {99, {100, 100}, {100, -1}}));
  EXPECT_FALSE(has(1, {0, {100, 100}, {1, 100}}));
  EXPECT_TRUE(has(2, {0, {100, 100}, {1, 100}}));
}

TEST(columns, that_are_long_are_reduced_in_one_kernel_and_read_by_another) {
  const auto kernels = schedule(standardised(array({16384, 512}), 1));
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].why, fusion_break_reason::columns);
  EXPECT_EQ(kernels[0].computes.size(), 2u);
  EXPECT_EQ(kernels[0].work.arguments.size(), 1u);
  EXPECT_EQ(kernels[0].work.body.size(), 4u) << "each half is computed once for a column";
  EXPECT_EQ(kernels[1].work.arguments.size(), 3u);
  EXPECT_EQ(kernels[1].work.body.size(), 2u);
  EXPECT_TRUE(kernels[1].work.is_elementwise());
}

TEST(columns, that_are_long_take_a_kernel_for_each_pass) {
  const std::pair<shape, std::uint64_t> samples[] = {
      {{8192, 8192}, 1}, {{20, 8192, 300}, 2}, {{128, 128, 512}, 3}, {{100, 4, 100, 60}, 5}};
  for (const auto& [extents, axes] : samples) {
    const auto kernels = schedule(normalised(array(extents), axes));
    ASSERT_EQ(kernels.size(), 3u) << extents;
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(kernels[i].why, fusion_break_reason::columns);
      EXPECT_NE(kernels[i].work.reduction(), nullptr);
    }
    EXPECT_TRUE(kernels[2].work.is_elementwise());
  }
}

TEST(columns, that_are_few_and_small_are_one_kernel) {
  EXPECT_EQ(schedule(standardised(array({5000, 5}), 1)).size(), 1u);
  EXPECT_EQ(schedule(normalised(array({5000, 5}), 1)).size(), 1u);
}

TEST(columns, rows_and_the_host_are_one_kernel) {
  EXPECT_EQ(schedule(standardised(array({16384, 4096}), 2)).size(), 1u);
  EXPECT_EQ(schedule(normalised(array({4096, 64, 64}), 6)).size(), 1u);
  EXPECT_EQ(schedule(standardised(array({16384, 512}, cpu()), 1)).size(), 1u);
  const std::ptrdiff_t axes[] = {1, 0};
  const node_ptr transposed = make_view(array({4096, 16384}), permuted({4096, 16384}, axes));
  EXPECT_EQ(schedule(standardised(transposed, 1)).size(), 1u);
  EXPECT_GT(schedule(standardised(transposed, 2)).size(), 1u);
}

TEST(columns, reductions_that_are_used_twice_are_computed_once) {
  const node_ptr x = array({16384, 512});
  const node_ptr total = reduce(sum(), x, 1);
  const auto kernels = schedule(call(divide(), call(subtract(), x, total), halved(total)));
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].work.body.size(), 1u);
  EXPECT_EQ(kernels[1].work.arguments.size(), 2u);
}

TEST(columns, reductions_of_other_arrays_have_kernels_of_their_own) {
  const node_ptr x = array({16384, 512});
  const node_ptr y = array({16384, 512});
  const auto kernels =
      schedule(call(divide(), call(subtract(), x, reduce(sum(), x, 1)), reduce(max(), y, 1)));
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_EQ(kernels[0].work.arguments.size(), 1u);
  EXPECT_EQ(kernels[1].work.arguments.size(), 1u);
}

TEST(columns, few_long_rows_are_read_once_for_all_reductions_of_a_pass) {
  const auto kernels = schedule(standardised(array({4, 1 << 20}), 2));
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].why, fusion_break_reason::reduction);
  EXPECT_EQ(kernels[0].computes.size(), 2u);
}

}  // namespace
}  // namespace gpu::graph
