// SPDX-License-Identifier: BSD-3-Clause
#include "execute/small_reductions.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <gpu/graph/build.hpp>

#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using graph::leaf_ptr;
using graph::node;
using graph::node_ptr;
using testing::new_record;
using testing::new_reduction;

node_ptr array(const shape& extents) {
  return node_ptr(graph::make_unallocated_leaf(dtype::float32, extents, cpu()).get());
}

node_ptr sum(const node_ptr& a) {
  static const graph::op_record& op = new_reduction("sum", {dtype::float32}, dtype::float32);
  return graph::make_reduction(op, 0, graph::operand_list::of(node_ptr(a)), 1);
}

node_ptr exp(const node_ptr& a) {
  static const graph::op_record& op = new_record("exp", {dtype::float32}, dtype::float32);
  return graph::make_op(op, 0, {&a, 1});
}

node_ptr divide(const node_ptr& a, const node_ptr& b) {
  static const graph::op_record& op =
      new_record("divide", {dtype::float32, dtype::float32}, dtype::float32);
  return graph::make_op(op, 0, graph::operand_list::of(node_ptr(a), node_ptr(b)));
}

using values = std::vector<const node*>;

TEST(small_reductions, come_behind_what_they_reduce) {
  const node_ptr power = exp(array({16}));
  const node_ptr total = sum(power);
  EXPECT_EQ(small_reductions_below(*divide(power, total)), (values{power.get(), total.get()}));
  EXPECT_EQ(small_reductions_below(*total), values{power.get()});
}

TEST(small_reductions, are_listed_once_and_innermost_first) {
  const node_ptr x = array({16});
  const node_ptr inner = sum(x);
  const node_ptr quotient = divide(x, inner);
  const node_ptr outer = sum(quotient);
  EXPECT_EQ(small_reductions_below(*divide(divide(quotient, outer), inner)),
            (values{inner.get(), quotient.get(), outer.get()}));
}

TEST(small_reductions, of_arrays_alone_need_nothing_before) {
  EXPECT_TRUE(small_reductions_below(*sum(array({16}))).empty());
  EXPECT_TRUE(small_reductions_below(*graph::make_reshape(sum(array({16})), {1})).empty());
  EXPECT_TRUE(small_reductions_below(*exp(array({16}))).empty());
}

TEST(small_reductions, are_known_if_they_have_been_computed) {
  const node_ptr x = array({16});
  const node_ptr total = sum(x);
  static_cast<const graph::computed_node&>(*total).remember(
      graph::make_unallocated_leaf(dtype::float32, {}, cpu()));
  EXPECT_TRUE(small_reductions_below(*divide(x, total)).empty());
}

TEST(small_reductions, of_many_elements_are_left_to_a_kernel) {
  const node_ptr x = array({100'000});
  EXPECT_TRUE(small_reductions_below(*divide(x, sum(exp(x)))).empty());
  EXPECT_TRUE(small_reductions_below(*exp(sum(x))).empty());
}

TEST(small_reductions, below_many_nodes_or_other_kinds_are_left_to_the_scheduler) {
  node_ptr deep = sum(array({16}));
  for (int i = 0; i < 40; ++i) deep = exp(deep);
  EXPECT_TRUE(small_reductions_below(*deep).empty());
  static const graph::op_record& add =
      new_record("add", {dtype::float32, dtype::float32}, dtype::float32);
  const node_ptr scanned = graph::make_scan(add, 0, exp(array({16})), 0);
  EXPECT_TRUE(small_reductions_below(*sum(scanned)).empty());
}

}  // namespace
}  // namespace gpu::execute
