// SPDX-License-Identifier: BSD-3-Clause
#include "execute/contiguous_expression.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include <gpu/graph/build.hpp>

#include "graph/kernel_builder.hpp"
#include "graph/schedule/linearizer.hpp"

namespace gpu::execute {
namespace {

using graph::leaf_node;
using graph::leaf_ptr;
using graph::node_ptr;
using testing::new_record;

leaf_ptr array(const shape& extents, dtype type = dtype::float32) {
  leaf_ptr leaf = graph::make_unallocated_leaf(type, extents, cpu());
  leaf->place(memory_block::allocate(
      cpu(), static_cast<std::size_t>(element_count(extents)) * size_bytes(type)));
  return leaf;
}

node_ptr value_of(const leaf_ptr& leaf) {
  return node_ptr(leaf.get());
}

node_ptr number(double value) {
  return graph::make_scalar(dtype::float64, &value);
}

const graph::op_record& op(dtype type) {
  static const graph::op_record* const single =
      &new_record("add", {dtype::float32, dtype::float32}, dtype::float32);
  static const graph::op_record* const twice =
      &new_record("add", {dtype::float64, dtype::float64}, dtype::float64);
  return type == dtype::float32 ? *single : *twice;
}

node_ptr sum(const node_ptr& a, const node_ptr& b, dtype type = dtype::float32) {
  const node_ptr operands[] = {a, b};
  return graph::make_op(op(type), 0, operands);
}

bool is_read(const node_ptr& value, const leaf_ptr& target) {
  contiguous_expression read;
  return read.read(*value, *target);
}

bool is_read(const node_ptr& value) {
  return is_read(value, graph::make_unallocated_leaf(value->type, value->extents, cpu()));
}

/// Sums of what was made before, which is shared: of arrays, of the same memory as another array,
/// of equal scalars, of two dtypes.
std::vector<node_ptr> random_values(std::mt19937& random) {
  const shape extents{3, 4};
  const leaf_ptr first = array(extents);
  const leaf_ptr same(new leaf_node(first->block, first->type, first->placement(), cpu()));
  std::vector<node_ptr> values{value_of(first),
                               value_of(same),
                               value_of(array(extents)),
                               value_of(array(extents, dtype::float64)),
                               number(2),
                               number(2)};
  for (unsigned i = random() % 8 + 1; i > 0; --i) {
    const dtype type = random() % 4 == 0 ? dtype::float64 : dtype::float32;
    const node_ptr a = values[random() % values.size()];
    const node_ptr b = values[random() % values.size()];
    values.push_back(sum(a, b, type));
  }
  return values;
}

TEST(contiguous_expression, has_the_operands_of_the_kernel_in_order_and_words_for_its_signature) {
  std::mt19937 random(20);
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> signatures;
  int count = 0;
  for (int i = 0; i < 20'000; ++i) {
    const node_ptr value = random_values(random).back();
    const leaf_ptr target = graph::make_unallocated_leaf(value->type, value->extents, cpu());
    contiguous_expression read;
    if (!read.read(*value, *target)) continue;
    ++count;
    EXPECT_EQ(read.size(), element_count(value->extents));
    graph::linearizer lines;
    graph::kernel work;
    const graph::root one{value.get(), target.get()};
    ASSERT_EQ(lines.run({&one, 1}, {}, work), 1u);
    ASSERT_EQ(work.arguments.size(), read.leaves().size());
    for (std::size_t k = 0; k < read.leaves().size(); ++k)
      EXPECT_EQ(static_cast<const leaf_node&>(*work.arguments[k].origin).block,
                read.leaves()[k]->block);
    ASSERT_EQ(work.scalars.size(), read.scalars().size());
    for (std::size_t k = 0; k < read.scalars().size(); ++k)
      EXPECT_EQ(work.scalars[k].get(), read.scalars()[k]);
    std::vector<std::uint32_t> signature;
    work.signature(signature);
    const auto [known, is_new] = signatures.try_emplace(
        std::vector<std::uint32_t>(read.words().begin(), read.words().end()), signature);
    EXPECT_EQ(known->second, signature);
  }
  EXPECT_GT(count, 10'000);
  EXPECT_GT(signatures.size(), 1000u);
}

TEST(contiguous_expression, reads_into_memory_that_it_accesses_in_the_same_order_only) {
  const leaf_ptr a = array({8});
  EXPECT_TRUE(is_read(sum(value_of(a), value_of(a)), a));
  const leaf_ptr whole = array({16});
  const leaf_ptr early(new leaf_node(whole->block, whole->type, {0, {8}, {1}}, cpu()));
  const leaf_ptr late(new leaf_node(whole->block, whole->type, {1, {8}, {1}}, cpu()));
  EXPECT_TRUE(is_read(sum(value_of(late), number(1))));
  EXPECT_FALSE(is_read(sum(value_of(late), number(1)), early));
  EXPECT_FALSE(is_read(sum(value_of(early), value_of(late)))) << "its plan reads a span of both";
}

TEST(contiguous_expression, is_nothing_else) {
  const node_ptr x = value_of(array({4, 5}));
  EXPECT_TRUE(is_read(sum(x, number(1))));
  EXPECT_FALSE(is_read(x));
  EXPECT_FALSE(is_read(sum(x, value_of(array({5})))));
  const leaf_ptr transposed(
      new leaf_node(array({4, 5})->block, dtype::float32, {0, {4, 5}, {1, 4}}, cpu()));
  EXPECT_FALSE(is_read(sum(x, value_of(transposed))));
  EXPECT_FALSE(is_read(sum(x, x), transposed));
  EXPECT_FALSE(is_read(sum(x, graph::make_flat_index({4, 5}, cpu()))));
  EXPECT_FALSE(is_read(sum(value_of(array({0})), number(1))));
  const graph::op_record& users = new_record("mine", {dtype::float32}, dtype::float32, "text");
  EXPECT_FALSE(is_read(graph::make_op(users, 0, {&x, 1})));
  node_ptr deep = x;
  for (int i = 0; i < 30; ++i) deep = sum(deep, x);
  EXPECT_FALSE(is_read(deep));
}

TEST(contiguous_expression, takes_what_is_computed_already_for_an_array) {
  const leaf_ptr x = array({6});
  const node_ptr part = sum(value_of(x), number(3));
  const leaf_ptr known = array({6});
  static_cast<const graph::computed_node&>(*part).remember(known);
  const node_ptr whole = sum(part, value_of(x));
  contiguous_expression read;
  const leaf_ptr target = graph::make_unallocated_leaf(whole->type, whole->extents, cpu());
  ASSERT_TRUE(read.read(*whole, *target));
  ASSERT_EQ(read.leaves().size(), 2u);
  EXPECT_EQ(read.leaves()[0]->block, known->block);
  EXPECT_TRUE(read.scalars().empty());
}

}  // namespace
}  // namespace gpu::execute
