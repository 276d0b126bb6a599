// SPDX-License-Identifier: BSD-3-Clause
// Reductions of few elements, computed where they are needed.
#include "graph/schedule/few_elements.hpp"

#include <gtest/gtest.h>

#include <gpu/graph/build.hpp>

#include <string>
#include <vector>

#include "graph/emit/emit.hpp"
#include "graph/kernel_builder.hpp"
#include "graph/schedule/schedule.hpp"
#include "jit/compiler.hpp"

namespace gpu::graph {
namespace {

using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

node_ptr array(const shape& extents, device where = get_device(0)) {
  return node_ptr(make_unallocated_leaf(f32, extents, where).get());
}

const op_record& multiply() {
  static const op_record& record = new_record("multiply", {f32, f32}, f32);
  return record;
}
const op_record& sum() {
  static const op_record& record = [&]() -> op_record& {
    op_record& made = new_reduction("sum", {f32}, f32);
    made.lives_for_ever = true;
    return made;
  }();
  return record;
}

node_ptr product(const node_ptr& a, const node_ptr& b) {
  const node_ptr operands[] = {a, b};
  return make_op(multiply(), 0, operands);
}
node_ptr total(const node_ptr& value, std::uint64_t axes) {
  return make_reduction(sum(), 0, operand_list::of(value), axes);
}

std::vector<scheduled_kernel> schedule(const node_ptr& root) {
  return make_schedule(root, make_unallocated_leaf(root->type, root->extents, *root->where));
}

/// For each i: over j, the sum of the sums over k of a[i, k] b[j, k].
node_ptr nested(std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t few) {
  return total(total(product(array({rows, 1, few}), array({1, columns, few})), 4), 2);
}

TEST(few_elements, are_reduced_where_the_result_is_needed) {
  const auto kernels = schedule(nested(100, 200, 3));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.arguments.size(), 6u);
  EXPECT_EQ(kernels[0].work.body.size(), 5u) << "three products and two sums";
  EXPECT_EQ(kernels[0].work.body[3].count, 3u);
}

TEST(few_elements, of_several_axes_are_those_of_one_result_in_c_order) {
  const node_ptr x = array({100, 2, 50, 3});
  const auto twice = [&] { return total(total(x, 10), 2); };
  const auto kernels = schedule(twice());
  ASSERT_EQ(kernels.size(), 1u);
  ASSERT_EQ(kernels[0].work.arguments.size(), 6u);
  for (std::ptrdiff_t i = 0; i < 6; ++i)
    EXPECT_EQ(kernels[0].work.arguments[i].place.offset, i / 3 * 150 + i % 3) << i;
}

TEST(few_elements, are_reduced_once_if_they_are_many_or_needed_often) {
  EXPECT_EQ(schedule(nested(100, 200, 9)).size(), 2u);
  EXPECT_EQ(schedule(nested(100, 200, 1)).size(), 1u);
  const auto weighted = [](std::ptrdiff_t times) {
    const node_ptr lengths = total(array({100, 3}), 2);
    return total(product(make_view(lengths, broadcasted({100}, {times, 100})), array({times, 100})),
                 2);
  };
  EXPECT_EQ(schedule(weighted(8)).size(), 1u);
  EXPECT_EQ(schedule(weighted(9)).size(), 2u);
}

TEST(few_elements, that_others_need_too_are_reduced_once) {
  const node_ptr lengths = total(array({100, 3}), 2);
  const node_ptr kept = product(lengths, lengths);
  EXPECT_EQ(schedule(total(kept, 1)).size(), 2u);
}

TEST(few_elements, of_a_value_to_which_many_ways_lead_are_asked_for_in_little_time) {
  node_ptr x = array({100, 3});
  for (int i = 0; i < 600; ++i) x = product(x, x);
  for (const node_ptr& reduced : {total(x, 2), total(product(total(x, 2), total(x, 2)), 1)}) {
    std::size_t products = 0;
    for (const scheduled_kernel& step : schedule(reduced)) products += step.work.body.size();
    EXPECT_GE(products, 600u);
    EXPECT_LE(products, 610u);
  }
}

/// All windows of `size` elements of an array of one axis.
node_ptr windows(const node_ptr& x, std::ptrdiff_t size) {
  return make_view(x, affine_view{{x->extents[0] - size + 1, size}, {0}, {{0, 0, 1}, {1, 0, 1}}});
}

TEST(few_elements, of_windows_are_reduced_by_a_kernel_over_the_results) {
  const auto kernels = schedule(total(windows(array({1000}), 20), 2));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.extents, shape{981});
  EXPECT_EQ(kernels[0].work.reduced_axes(), 0u);
  ASSERT_EQ(kernels[0].work.arguments.size(), 20u);
  EXPECT_EQ(kernels[0].work.arguments[7].place.offset, 7);
  const auto longer = schedule(total(windows(array({1000}), 65), 2));
  ASSERT_EQ(longer.size(), 1u);
  EXPECT_EQ(longer[0].work.reduced_axes(), 2u);
}

TEST(few_elements, of_windows_are_found_below_ops_and_reductions) {
  const node_ptr x = array({1000});
  const auto weighted = [&] { return total(product(windows(x, 5), array({5})), 2); };
  const auto kernels = schedule(product(weighted(), total(windows(x, 5), 2)));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.arguments.size(), 15u) << "five each of three arrays";
  const auto all = schedule(total(weighted(), 1));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].work.extents, shape{996});
  EXPECT_EQ(all[0].work.reduced_axes(), 1u);
}

TEST(few_elements, of_windows_of_a_computed_series_are_found_too) {
  const auto kernels = schedule(total(windows(product(array({1000}), array({1000})), 20), 2));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.reduced_axes(), 0u);
  EXPECT_EQ(kernels[0].work.arguments.size(), 40u);
}

/// Points, each divided by its length, or the largest coordinate of each.
TEST(few_elements, of_many_short_rows_are_ops_though_the_root_needs_all_of_a_row) {
  const node_ptr points = array({10000, 3});
  const node_ptr lengths = total(product(points, points), 2);
  const auto kernels = schedule(product(points, make_reshape(lengths, {10000, 1})));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.extents, (shape{10000, 3}));
  EXPECT_EQ(kernels[0].work.reduced_axes(), 0u);
  EXPECT_EQ(kernels[0].work.arguments.size(), 4u) << "the points, and their coordinates";
  const auto root = schedule(total(points, 2));
  ASSERT_EQ(root.size(), 1u);
  EXPECT_EQ(root[0].work.extents, shape{10000});
  EXPECT_EQ(root[0].work.reduced_axes(), 0u);
  EXPECT_EQ(schedule(total(array({100, 3}), 2))[0].work.reduced_axes(), 2u) << "few rows";
  EXPECT_EQ(schedule(total(array({10000, 9}), 2))[0].work.reduced_axes(), 2u) << "long rows";
}

/// As exp(x - max(x)) / sum(exp(x - max(x))), whose sum is of what the largest is needed for.
TEST(few_elements, of_short_rows_that_others_of_them_need_are_ops_too) {
  const node_ptr x = array({10000, 3});
  const node_ptr scaled = product(x, make_reshape(total(x, 2), {10000, 1}));
  const auto kernels = schedule(product(scaled, make_reshape(total(scaled, 2), {10000, 1})));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.reduced_axes(), 0u);
}

TEST(few_elements, of_short_rows_let_several_results_share_a_kernel) {
  const node_ptr x = array({10000, 3});
  const node_ptr values[] = {total(x, 2), product(total(x, 2), array({10000}))};
  leaf_ptr targets[] = {make_unallocated_leaf(f32, {10000}, get_device(0)),
                        make_unallocated_leaf(f32, {10000}, get_device(0))};
  const root roots[] = {{values[0].get(), targets[0].get()}, {values[1].get(), targets[1].get()}};
  const auto kernels = make_schedule(roots);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.outputs.size(), 2u);
}

/// Every 20th window of 20 elements: a matrix in memory, which is read in rows.
TEST(few_elements, of_windows_that_touch_are_rows) {
  const node_ptr x = array({1000});
  const auto kernels =
      schedule(total(make_view(x, affine_view{{50, 20}, {0}, {{0, 0, 20}, {1, 0, 1}}}), 2));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.reduced_axes(), 2u);
}

TEST(few_elements, that_are_too_many_for_one_kernel_are_rows) {
  const auto sum_of = [](int count) {
    node_ptr value = total(windows(array({1000}), 20), 2);
    for (int i = 1; i < count; ++i) value = product(value, total(windows(array({1000}), 20), 2));
    return schedule(value);
  };
  ASSERT_EQ(sum_of(3).size(), 1u);
  EXPECT_EQ(sum_of(3)[0].work.arguments.size(), 60u);
  ASSERT_EQ(sum_of(4).size(), 1u);
  EXPECT_EQ(sum_of(4)[0].work.reduced_axes(), 2u);
}

/// For each i: over j, of the length of a[i] b[j] its square.
TEST(few_elements, that_a_kernel_needs_twice_are_reduced_once) {
  const auto kernels = [] {
    const node_ptr lengths = total(product(array({4, 1, 3}), array({1, 100, 3})), 4);
    return schedule(total(product(lengths, lengths), 2));
  }();
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.body.size(), 6u)
      << "three products, their sum, its square, and the sum";
}

TEST(few_elements, are_rows_of_the_host) {
  const node_ptr x = array({100, 3}, cpu());
  EXPECT_EQ(schedule(total(total(x, 2), 1)).size(), 2u);
  EXPECT_EQ(op_of_few_elements(static_cast<const reduction_node&>(*total(array({2, 9}), 2))),
            nullptr);
}

}  // namespace
}  // namespace gpu::graph
