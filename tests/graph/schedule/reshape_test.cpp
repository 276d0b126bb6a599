// SPDX-License-Identifier: BSD-3-Clause
// Roots that are computed with other extents than their own.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "graph/kernel_builder.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {
namespace {

using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

node_ptr array(const shape& extents, device where = gpu(0)) {
  return node_ptr(make_unallocated_leaf(f32, extents, where).get());
}

node_ptr add(const node_ptr& a, const node_ptr& b) {
  static const op_record& record = new_record("add", {f32, f32}, f32);
  return make_op(record, 0, operand_list::of(a, b));
}

node_ptr sum(const node_ptr& value, std::uint64_t axes) {
  static const op_record& record = new_reduction("sum", {f32}, f32);
  return make_reduction(record, 0, operand_list::of(value), axes);
}

/// Two axes in the other order.
node_ptr swapped(const node_ptr& value) {
  const std::ptrdiff_t axes[] = {1, 0};
  return make_view(value, permuted(value->extents, axes));
}

std::vector<scheduled_kernel> schedule(const std::vector<node_ptr>& values,
                                       std::vector<leaf_ptr>& targets) {
  std::vector<root> roots;
  for (const node_ptr& value : values) {
    targets.push_back(make_unallocated_leaf(value->type, value->extents, *value->where));
    roots.push_back({value.get(), targets.back().get()});
  }
  return make_schedule(roots);
}

TEST(reshaped_root, is_computed_as_what_it_is_a_reshape_of) {
  const node_ptr value = swapped(add(array({4, 8}), array({8})));
  std::vector<leaf_ptr> targets;
  const auto steps = schedule({make_reshape(value, {32})}, targets);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].work.extents, (shape{8, 4}));
  EXPECT_EQ(steps[0].computes[0], value);
  EXPECT_EQ(steps[0].why, fusion_break_reason::root);
  ASSERT_EQ(steps[0].reshaped_targets.size(), 1u);
  EXPECT_EQ(steps[0].reshaped_targets[0].asked, targets[0]);
  EXPECT_EQ(steps[0].reshaped_targets[0].computed, steps[0].work.outputs[0].target);
  EXPECT_TRUE(is_contiguous(steps[0].work.outputs[0].target->placement()));
}

TEST(reshaped_root, needs_no_other_extents_if_strides_can_express_them) {
  std::vector<leaf_ptr> targets;
  const auto steps = schedule({make_reshape(add(array({4, 8}), array({
                                                                   8,
                                                               })),
                                            {4, 2, 4})},
                              targets);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].work.extents, (shape{4, 2, 4}));
  EXPECT_TRUE(steps[0].reshaped_targets.empty());
}

TEST(reshaped_root, is_computed_with_the_finer_extents_of_what_is_reshaped_below_it) {
  const node_ptr value = swapped(add(array({4, 8}), array({8})));
  const node_ptr flat = make_reshape(value, {32});
  std::vector<leaf_ptr> targets;
  const auto steps = schedule({add(add(flat, array({32})), array({1}))}, targets);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].work.extents, (shape{8, 4}));
  EXPECT_EQ(steps[0].work.arguments.size(), 4u);
  EXPECT_EQ(steps[0].reshaped_targets[0].asked, targets[0]);
}

TEST(reshaped_root, keeps_rows_of_a_reduction_below_it) {
  const node_ptr blocks = make_reshape(array({1 << 16}), {1 << 11, 32});
  const node_ptr scaled = add(blocks, make_reshape(sum(blocks, 2), {1 << 11, 1}));
  const node_ptr flat = make_reshape(scaled, {1 << 16});
  for (const node_ptr& value : {flat, add(flat, array({1 << 16}))}) {
    std::vector<leaf_ptr> targets;
    const auto steps = schedule({value}, targets);
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_EQ(steps[0].work.extents, (shape{1 << 11, 32}));
    EXPECT_EQ(steps[0].work.reduced_axes(), 2u);
    EXPECT_FALSE(steps[0].work.outputs[0].per_row);
  }
}

TEST(reshaped_root, takes_those_along_that_share_its_kernel) {
  const node_ptr flat = make_reshape(swapped(add(array({4, 8}), array({8}))), {32});
  std::vector<leaf_ptr> targets;
  const auto steps =
      schedule({add(flat, array({32})), flat, add(array({32}), array({32}))}, targets);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].work.outputs.size(), 3u);
  ASSERT_EQ(steps[0].reshaped_targets.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(steps[0].reshaped_targets[i].asked, targets[i]);
}

TEST(reshaped_root, is_left_as_it_is_where_its_target_has_memory) {
  const node_ptr value = make_reshape(swapped(add(array({4, 8}, cpu()), array({8}, cpu()))), {32});
  const leaf_ptr target = make_unallocated_leaf(f32, {32}, cpu());
  target->place(memory_block::allocate(cpu(), 128));
  const auto steps = make_schedule(value, target);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[1].work.outputs[0].target, target);
}

/// Takes matrices in C order, and transposed ones.
class product : public library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "product"; }
  [[nodiscard]] bool takes(std::size_t, const layout& place) const noexcept override {
    return place.strides[0] == 1 || place.strides[1] == 1;
  }
  void run(execute::operation&) const override {}
};

node_ptr product_of(const node_ptr& a, const node_ptr& b) {
  return make_library_node(ref_ptr<const library_function>(new product), operand_list::of(a, b),
                           f32, {a->extents[0], b->extents[1]});
}

TEST(reshaped_root, gets_what_a_library_computes_at_once) {
  const node_ptr result = product_of(array({4, 8}), array({8, 6}));
  std::vector<leaf_ptr> targets;
  const auto steps = schedule({make_reshape(result, {2, 12})}, targets);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_NE(steps[0].work.library_call(), nullptr);
  EXPECT_EQ(steps[0].reshaped_targets[0].asked, targets[0]);
}

TEST(operand_of_a_library, that_is_wanted_transposed_too_is_computed_once) {
  const node_ptr value = add(array({4, 8}), array({8}));
  std::vector<leaf_ptr> targets;
  const auto steps = schedule({product_of(swapped(value), value)}, targets);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].work.extents, (shape{4, 8}));
  const kernel& call = steps[1].work;
  ASSERT_EQ(call.arguments.size(), 2u);
  EXPECT_EQ(leaf_of(call.arguments[0]), leaf_of(call.arguments[1]));
}

TEST(operand_of_a_library, that_is_a_part_of_what_is_computed_is_computed_alone) {
  const node_ptr value = add(array({4, 8}), array({8}));
  const affine_view part{{4, 2}, {0, 3}, {{0, 0, 1}, {1, 1, 1}}};
  std::vector<leaf_ptr> targets;
  const auto steps =
      schedule({product_of(swapped(make_view(value, part)), array({4, 4}))}, targets);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].work.extents, (shape{2, 4}));
}

}  // namespace
}  // namespace gpu::graph
