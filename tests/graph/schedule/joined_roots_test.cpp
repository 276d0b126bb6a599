// SPDX-License-Identifier: BSD-3-Clause
// Values that join others, and what reads them element by element: both are computed in parts.
#include "graph/schedule/joined_roots.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/graph/build.hpp>

#include "graph/joining.hpp"
#include "graph/kernel_builder.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {
namespace {

using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

node_ptr array(const shape& extents) {
  return node_ptr(make_unallocated_leaf(f32, extents, gpu(0)).get());
}

node_ptr add(const node_ptr& a, const node_ptr& b) {
  static const op_record& record = new_record("add", {f32, f32}, f32);
  return make_op(record, 0, operand_list::of(a, b));
}

node_ptr sum(const node_ptr& value, std::uint64_t axes) {
  static const op_record& record = new_reduction("sum", {f32}, f32);
  return make_reduction(record, 0, operand_list::of(value), axes);
}

node_ptr joined(const std::vector<node_ptr>& parts, std::size_t axis) {
  shape extents = parts.front()->extents;
  extents[axis] = 0;
  operand_list operands(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    extents[axis] += parts[i]->extents[axis];
    operands[i] = parts[i];
  }
  return make_joined(std::move(operands), axis, extents, gpu(0));
}

/// Two axes in the other order.
node_ptr swapped(const node_ptr& value) {
  const std::ptrdiff_t axes[] = {1, 0};
  return make_view(value, permuted(value->extents, axes));
}

/// The kernels for values whose targets are unallocated, which live as long as this.
struct schedule_of {
  explicit schedule_of(const std::vector<node_ptr>& values) {
    std::vector<root> roots;
    for (const node_ptr& value : values) {
      targets.push_back(make_unallocated_leaf(f32, value->extents, gpu(0)));
      roots.push_back({value.get(), targets.back().get()});
    }
    steps = make_schedule(roots);
  }
  /// Of a value that nobody else holds, once `make` has returned.
  template <class Make>
  requires std::is_invocable_r_v<node_ptr, Make>
  explicit schedule_of(const Make& make) : schedule_of(std::vector<node_ptr>{make()}) {}

  [[nodiscard]] const kernel& work(std::size_t i) const { return steps[i].work; }
  [[nodiscard]] layout placement(std::size_t i) const {
    return work(i).outputs.front().target->placement();
  }

  std::vector<leaf_ptr> targets;
  std::vector<scheduled_kernel> steps;
};

TEST(joined_roots, write_each_part_to_its_place) {
  const node_ptr a = array({2, 4});
  const schedule_of all([&] { return joined({add(a, a), array({3, 4})}, 0); });
  ASSERT_EQ(all.steps.size(), 2u);
  EXPECT_EQ(all.placement(0), (layout{0, {2, 4}, {4, 1}}));
  EXPECT_EQ(all.placement(1), (layout{8, {3, 4}, {4, 1}}));
  EXPECT_EQ(all.work(0).body.size(), 1u);
  EXPECT_TRUE(all.work(1).body.empty());
  for (const scheduled_kernel& step : all.steps) {
    ASSERT_EQ(step.target_parts.size(), 1u);
    EXPECT_EQ(step.target_parts[0].whole, all.targets[0]);
    EXPECT_EQ(step.target_parts[0].part, step.work.outputs[0].target);
  }
}

TEST(joined_roots, of_one_shape_share_a_kernel) {
  const node_ptr a = array({5, 1});
  const schedule_of all([&] {
    return add(joined({add(a, a), a, array({5, 1})}, 1), array({5, 1}));
  });
  ASSERT_EQ(all.steps.size(), 1u);
  EXPECT_EQ(all.work(0).outputs.size(), 3u);
  EXPECT_EQ(all.work(0).outputs[2].target->placement(), (layout{2, {5, 1}, {3, 1}}));
}

TEST(joined_roots, are_computed_with_what_reads_them) {
  const node_ptr a = array({2, 4});
  const node_ptr x = array({5, 4});
  const node_ptr row = array({4});
  const node_ptr column = array({5, 1});
  const schedule_of all([&] {
    return add(add(add(joined({add(a, a), array({3, 4})}, 0), x), row), add(column, column));
  });
  ASSERT_EQ(all.steps.size(), 2u);
  const kernel& second = all.work(1);
  EXPECT_EQ(second.extents, (shape{3, 4}));
  EXPECT_EQ(second.body.size(), 4u);
  ASSERT_EQ(second.arguments.size(), 4u);
  EXPECT_EQ(second.arguments[1].place, (layout{8, {3, 4}, {4, 1}}));  // of x
  EXPECT_EQ(second.arguments[2].place, (layout{0, {3, 4}, {0, 1}}));  // of the row
  EXPECT_EQ(second.arguments[3].place, (layout{2, {3, 4}, {1, 0}}));  // of the column
  EXPECT_EQ(all.placement(1), (layout{8, {3, 4}, {4, 1}}));
}

TEST(joined_roots, are_cut_where_any_of_several_is_joined) {
  const schedule_of same([&] {
    return add(joined({array({2}), array({3})}, 0), joined({array({2}), array({3})}, 0));
  });
  EXPECT_EQ(same.steps.size(), 2u);
  const schedule_of other([&] {
    return add(joined({array({2}), array({5})}, 0), joined({array({4}), array({3})}, 0));
  });
  ASSERT_EQ(other.steps.size(), 2u);  // of 2, 2 and 3 elements
  EXPECT_EQ(other.work(0).extents, shape{2});
}

TEST(joined_roots, share_a_kernel_where_cuts_are_as_far_apart) {
  const schedule_of all([&] {
    return add(joined({array({2}), array({4})}, 0), joined({array({4}), array({2})}, 0));
  });
  ASSERT_EQ(all.steps.size(), 1u);
  EXPECT_EQ(all.work(0).outputs.size(), 3u);
}

TEST(joined_roots, are_seen_through_views) {
  const schedule_of transposed([&] {
    return add(swapped(joined({array({2, 4}), array({3, 4})}, 0)), array({4, 5}));
  });
  ASSERT_EQ(transposed.steps.size(), 2u);
  EXPECT_EQ(transposed.placement(1), (layout{2, {4, 3}, {5, 1}}));
  const schedule_of wider([&] {
    return add(make_reshape(joined({array({2}), array({3})}, 0), {5, 1}), array({4}));
  });
  ASSERT_EQ(wider.steps.size(), 2u);
  EXPECT_EQ(wider.placement(1), (layout{8, {3, 4}, {4, 1}}));
  const schedule_of flat([&] {
    return make_reshape(add(joined({array({2, 4}), array({3, 4})}, 0), array({4})), {20});
  });
  EXPECT_EQ(flat.steps.size(), 2u);
}

TEST(joined_roots, of_parts_that_join_others) {
  const node_ptr inner = add(joined({array({2}), array({3})}, 0), array({5}));
  const schedule_of all([&] { return add(joined({inner, array({4})}, 0), array({9})); });
  ASSERT_EQ(all.steps.size(), 3u);
  EXPECT_EQ(all.work(0).body.size(), 2u);
  EXPECT_EQ(all.placement(0).extents, shape{2});
  for (const scheduled_kernel& step : all.steps)
    EXPECT_EQ(step.target_parts[0].whole, all.targets[0]);
  const schedule_of grid([&] {
    return joined(
        {joined({array({2, 2}), array({2, 3})}, 1), joined({array({1, 2}), array({1, 3})}, 1)}, 0);
  });
  EXPECT_EQ(grid.steps.size(), 4u);
}

TEST(joined_roots, of_parts_that_join_others_along_another_axis) {
  const auto with_row = [](const node_ptr& inner) {
    return add(joined({inner, array({1, 5})}, 0), array({5}));
  };
  const auto pair = [] { return joined({array({2, 2}), array({2, 3})}, 1); };
  const schedule_of all([&] { return with_row(pair()); });
  ASSERT_EQ(all.steps.size(), 3u);
  for (const scheduled_kernel& step : all.steps) {
    EXPECT_EQ(step.work.body.size(), 1u);
    EXPECT_EQ(step.target_parts[0].whole, all.targets[0]);
  }
  const node_ptr held = pair();
  const schedule_of in_memory([&] { return with_row(held); });
  EXPECT_EQ(in_memory.steps.size(), 4u);
}

TEST(joined_roots, are_in_memory_where_others_read_them_otherwise) {
  const node_ptr value = joined({array({2, 4}), array({3, 4})}, 0);
  const schedule_of rows([&] { return sum(value, 2); });
  ASSERT_EQ(rows.steps.size(), 3u);
  EXPECT_EQ(rows.work(2).arguments.size(), 1u);
  EXPECT_EQ(leaf_of(rows.work(2).arguments[0]), rows.steps[0].target_parts[0].whole.get());
  ASSERT_EQ(rows.steps[1].joined_values.size(), 1u);
  EXPECT_EQ(rows.steps[1].joined_values[0].value, value);
  const schedule_of both([&] { return add(value, sum(value, 1)); });
  EXPECT_EQ(both.steps.size(), 3u);
}

TEST(joined_roots, are_in_memory_where_others_may_ask_for_them) {
  const node_ptr value = joined({array({2}), array({3})}, 0);
  const schedule_of all([&] { return add(value, array({5})); });
  ASSERT_EQ(all.steps.size(), 3u);
  EXPECT_EQ(all.steps[1].joined_values.size(), 1u);
}

TEST(joined_roots, are_in_memory_if_they_are_joined_along_different_axes) {
  const schedule_of all([&] {
    return add(joined({array({2, 4}), array({3, 4})}, 0),
               joined({array({5, 1}), array({5, 3})}, 1));
  });
  EXPECT_EQ(all.steps.size(), 4u);
}

TEST(joined_roots, that_several_values_read) {
  node_ptr value = joined({array({2}), array({3})}, 0);
  const node_ptr once = add(value, array({5}));
  const node_ptr again = add(value, value);
  value = nullptr;
  const schedule_of all({once, again});
  ASSERT_EQ(all.steps.size(), 2u);
  EXPECT_EQ(all.work(0).outputs.size(), 2u);
  const node_ptr unrelated = add(array({5}), array({5}));
  const schedule_of beside({once, again, unrelated});
  EXPECT_EQ(beside.steps.size(), 3u);
}

TEST(joined_roots, with_reductions_that_all_parts_read) {
  const node_ptr x = array({5, 1000});
  const schedule_of all([&] { return add(joined({array({2}), array({3})}, 0), sum(x, 2)); });
  ASSERT_EQ(all.steps.size(), 3u);
  EXPECT_NE(all.work(0).reduced_axes(), 0u);
  EXPECT_EQ(all.work(2).arguments[1].place, (layout{2, {3}, {1}}));
}

TEST(joined_roots, of_many_small_parts_are_computed_before_what_reads_them) {
  std::vector<node_ptr> parts;
  for (int i = 0; i < 40; ++i) parts.push_back(array({1 + i % 2}));
  const schedule_of all([&] { return add(joined(parts, 0), array({60})); });
  EXPECT_EQ(all.steps.size(), 5u);  // twice 20 parts, by kernels of at most 16
}

}  // namespace
}  // namespace gpu::graph
