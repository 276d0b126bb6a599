// SPDX-License-Identifier: BSD-3-Clause
// Values that a program asks for more than once, each time by nodes of its own.
#include "graph/schedule/equal_values.hpp"

#include <gtest/gtest.h>

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

node_ptr array(const shape& extents) {
  const leaf_ptr leaf = make_unallocated_leaf(f32, extents, cpu());
  const auto count = static_cast<std::size_t>(element_count(extents));
  leaf->place(memory_block::allocate(cpu(), count * sizeof(float)));
  return node_ptr(leaf.get());
}

node_ptr number(float value) {
  return make_scalar(f32, &value);
}

const op_record& addition() {
  static const op_record& record = new_record("add", {f32, f32}, f32);
  return record;
}

node_ptr add(const node_ptr& a, const node_ptr& b) {
  return make_op(addition(), 0, operand_list::of(a, b));
}

node_ptr cumsum(const node_ptr& value, std::size_t axis = 0) {
  static const op_record& record = new_reduction("sum", {f32}, f32);
  return make_scan(record, 0, value, axis);
}

node_ptr sum(const node_ptr& value, std::uint64_t axes) {
  static const op_record& record = new_reduction("sum", {f32}, f32);
  return make_reduction(record, 0, operand_list::of(value), axes);
}

/// The function of an imagined library.
class power : public library_function {
 public:
  explicit power(int exponent) : exponent_(exponent) {}
  [[nodiscard]] const char* name() const noexcept override { return "power"; }
  [[nodiscard]] bool equals(const library_function& other) const override {
    return have_equal_parameters(*this, other);
  }
  [[nodiscard]] int parameters() const { return exponent_; }
  void run(execute::operation&) const override {}

 private:
  int exponent_;
};

/// A function of its own each time.
class noise : public library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "noise"; }
  void run(execute::operation&) const override {}
};

template <class Function, class... Parameter>
node_ptr call(const node_ptr& value, Parameter... parameter) {
  return make_library_node(ref_ptr<const library_function>(new Function(parameter...)),
                           operand_list::of(value), f32, value->extents);
}

std::size_t kernels_of(const node_ptr& root) {
  return make_schedule(root, make_unallocated_leaf(root->type, root->extents, cpu())).size();
}

TEST(equal_values, of_scans_are_computed_once) {
  const node_ptr x = array({9});
  EXPECT_EQ(kernels_of(add(cumsum(x), cumsum(x))), 2u);
  EXPECT_EQ(kernels_of(add(cumsum(add(x, number(1))), cumsum(add(x, number(1))))), 2u);
  EXPECT_EQ(kernels_of(add(cumsum(cumsum(x)), add(cumsum(cumsum(x)), cumsum(x)))), 3u);
}

TEST(equal_values, differ_by_operands_scalars_axes_and_views) {
  const node_ptr x = array({9});
  EXPECT_EQ(kernels_of(add(cumsum(x), cumsum(array({9})))), 3u);
  EXPECT_EQ(kernels_of(add(cumsum(add(x, number(1))), cumsum(add(x, number(2))))), 3u);
  const node_ptr square = array({3, 3});
  EXPECT_EQ(kernels_of(add(cumsum(square, 0), cumsum(square, 1))), 3u);
  const std::ptrdiff_t axes[] = {1, 0};
  const node_ptr transposed = make_view(square, permuted({3, 3}, axes));
  EXPECT_EQ(kernels_of(add(cumsum(square), cumsum(transposed))), 3u);
  const node_ptr again = make_view(square, permuted({3, 3}, axes));
  EXPECT_EQ(kernels_of(add(cumsum(again), cumsum(transposed))), 2u);
}

TEST(equal_values, of_libraries_are_computed_once_if_the_functions_are_equal) {
  const node_ptr x = array({4, 4});
  EXPECT_EQ(kernels_of(add(call<power>(x, 2), call<power>(x, 2))), 2u);
  EXPECT_EQ(kernels_of(add(call<power>(x, 2), call<power>(x, 3))), 3u);
  EXPECT_EQ(kernels_of(add(call<noise>(x), call<noise>(x))), 3u);
}

TEST(equal_values, of_reductions_share_no_kernel_with_themselves) {
  const node_ptr x(make_unallocated_leaf(f32, {1000, 1000}, gpu(0)).get());
  const node_ptr root = add(add(x, sum(x, 0b11)), sum(x, 0b11));
  const auto steps = make_schedule(root, make_unallocated_leaf(f32, root->extents, gpu(0)));
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].work.outputs.size(), 1u);
}

TEST(equal_values, of_leaves_are_of_one_place_in_memory) {
  const auto memory = memory_block::allocate(cpu(), 9 * sizeof(float));
  const auto leaf_at = [&](std::ptrdiff_t offset) {
    return node_ptr(new leaf_node(memory, f32, layout{offset, {4}, {1}}, cpu()));
  };
  EXPECT_EQ(kernels_of(add(cumsum(leaf_at(0)), cumsum(leaf_at(0)))), 2u);
  EXPECT_EQ(kernels_of(add(cumsum(leaf_at(0)), cumsum(leaf_at(1)))), 3u);
}

TEST(equal_values, are_found_in_deep_graphs_without_recursion) {
  const node_ptr x = array({5});
  const auto deep = [&] {
    node_ptr value = x;
    for (int i = 0; i < 50000; ++i) value = cumsum(value);
    return value;
  };
  EXPECT_EQ(kernels_of(add(deep(), deep())), 50001u);
}

}  // namespace
}  // namespace gpu::graph
