// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/small_expression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/exp.hpp>
#include <gpu/elementwise/less.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/where.hpp>
#include <gpu/graph/build.hpp>

#include "execute/host/executor.hpp"
#include "graph/kernel_builder.hpp"
#include "graph/schedule/linearizer.hpp"

namespace gpu::execute {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

leaf_ptr array(const shape& extents, dtype type) {
  leaf_ptr leaf = graph::make_unallocated_leaf(type, extents, cpu());
  leaf->place(memory_block::allocate(
      cpu(), static_cast<std::size_t>(element_count(extents)) * size_bytes(type)));
  return leaf;
}

template <class T>
leaf_ptr drawn_array(const shape& extents, std::mt19937& random) {
  leaf_ptr leaf = array(extents, dtype_of<T>);
  std::uniform_real_distribution<double> draw(-3, 3);
  auto* const x = static_cast<T*>(leaf->block->data());
  for (std::ptrdiff_t i = 0; i < element_count(extents); ++i) x[i] = static_cast<T>(draw(random));
  return leaf;
}

node_ptr node_of(const leaf_ptr& leaf) {
  return node_ptr(leaf.get());
}

/// By the loop whose last operand has that dtype.
template <class Op, class... Node>
node_ptr apply(dtype type, const Node&... operands) {
  const graph::op_record& op = graph::record_of<Op>();
  const auto loop = std::ranges::find_if(
      op.loops, [&](const graph::typed_loop& one) { return one.in.back() == type; });
  return graph::make_op(op, static_cast<int>(loop - op.loops.begin()),
                        graph::operand_list::of(node_ptr(operands)...));
}

std::vector<char> bytes_of(const leaf_ptr& leaf) {
  const char* const first = static_cast<const char*>(leaf->block->data());
  return {first, first + element_count(leaf->extents) *
                             static_cast<std::ptrdiff_t>(size_bytes(leaf->type))};
}

bool compute_directly(const node_ptr& value, const leaf_ptr& target) {
  contiguous_expression read;
  return read.read(*value, *target) && execute::compute_directly(read);
}

/// As a kernel with a plan.
void run_planned(const node_ptr& value, const leaf_ptr& target) {
  graph::linearizer lines;
  graph::kernel work;
  const graph::root one{value.get(), target.get()};
  ASSERT_EQ(lines.run({&one, 1}, {}, work), 1u);
  run_on_host(work);
}

/// where(x < y, exp(x) * n, x + z) of float64 `z` and of float32 `x` and `y`.
node_ptr sample(const node_ptr& x, const node_ptr& y, const node_ptr& z) {
  const double number = 1.5;
  const node_ptr scalar = graph::make_scalar(dtype::float64, &number);
  return apply<ops::where>(
      dtype::float64, apply<ops::less>(dtype::float32, x, y),
      apply<ops::multiply>(dtype::float64, apply<ops::exp>(dtype::float32, x), scalar),
      apply<ops::add>(dtype::float64, x, z));
}

class small_expression_of : public ::testing::TestWithParam<shape> {};

TEST_P(small_expression_of, has_the_bits_of_the_planned_kernel) {
  std::mt19937 random(3);
  const leaf_ptr x = drawn_array<float>(GetParam(), random);
  const leaf_ptr y = drawn_array<float>(GetParam(), random);
  const leaf_ptr z = drawn_array<double>(GetParam(), random);
  const node_ptr value = sample(node_of(x), node_of(y), node_of(z));
  const leaf_ptr directly = array(GetParam(), value->type);
  ASSERT_TRUE(compute_directly(value, directly));
  const leaf_ptr planned = array(GetParam(), value->type);
  run_planned(value, planned);
  EXPECT_EQ(bytes_of(directly), bytes_of(planned));
}

TEST_P(small_expression_of, may_overwrite_what_it_reads) {
  std::mt19937 random(4);
  const leaf_ptr x = drawn_array<float>(GetParam(), random);
  const node_ptr value =
      apply<ops::add>(dtype::float32, apply<ops::exp>(dtype::float32, node_of(x)), node_of(x));
  const leaf_ptr planned = array(GetParam(), value->type);
  run_planned(value, planned);
  ASSERT_TRUE(compute_directly(value, x));
  EXPECT_EQ(bytes_of(x), bytes_of(planned));
}

INSTANTIATE_TEST_SUITE_P(shapes, small_expression_of,
                         ::testing::Values(shape{}, shape{1}, shape{16}, shape{3, 1, 33},
                                           shape{300}));

TEST(small_expression, leaves_many_elements_to_a_plan) {
  std::mt19937 random(5);
  const leaf_ptr x = drawn_array<double>({100'000}, random);
  const leaf_ptr target = array(x->extents, dtype::float64);
  std::memset(target->block->data(), 7, x->block->size_bytes());
  const std::vector<char> before = bytes_of(target);
  EXPECT_FALSE(compute_directly(apply<ops::add>(dtype::float64, node_of(x), node_of(x)), target));
  EXPECT_EQ(bytes_of(target), before);
}

TEST(small_expression, of_an_op_without_a_loop_is_an_error_and_writes_nothing) {
  std::mt19937 random(6);
  const leaf_ptr x = drawn_array<float>({8}, random);
  const graph::op_record& op = testing::new_record("mine", {dtype::float32}, dtype::float32);
  const node_ptr operand = node_of(x);
  const std::vector<char> before = bytes_of(x);
  EXPECT_THROW((void)compute_directly(graph::make_op(op, 0, {&operand, 1}), x), error);
  EXPECT_EQ(bytes_of(x), before);
}

}  // namespace
}  // namespace gpu::execute
