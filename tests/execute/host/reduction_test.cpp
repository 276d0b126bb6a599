// SPDX-License-Identifier: BSD-3-Clause
// Reductions on the host, from graphs, against sums over indices one by one in float64.
#include <gpu/execute/evaluate.hpp>
#include <gpu/execute/threads.hpp>

#include <gtest/gtest.h>

#include <gpu/core/float16.hpp>
#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/exp.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/kernels/reductions/argmax.hpp>
#include <gpu/kernels/reductions/sum.hpp>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "graph/schedule/schedule.hpp"

namespace gpu {
namespace {

using graph::node_ptr;

/// An array on the host with the numbers that it holds, in C order.
struct sample {
  node_ptr node;
  std::vector<double> values;
};

template <class T>
graph::leaf_ptr leaf_of(const std::vector<double>& values, const shape& extents) {
  graph::leaf_ptr leaf = graph::make_unallocated_leaf(dtype_of<T>, extents, cpu());
  leaf->place(memory_block::allocate(cpu(), values.size() * sizeof(T)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const T value = static_cast<T>(static_cast<float>(values[i]));
    std::memcpy(static_cast<char*>(leaf->block->data()) + i * sizeof(T), &value, sizeof(T));
  }
  return leaf;
}

template <class T>
sample make_sample(const shape& extents, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> draw(-20, 20);
  sample made;
  made.values.resize(static_cast<std::size_t>(element_count(extents)));
  for (double& value : made.values) value = draw(random) / (std::is_integral_v<T> ? 1.0 : 8.0);
  made.node = node_ptr(leaf_of<T>(made.values, extents).get());
  return made;
}

/// `made` with its axes reversed.
sample transposed(const sample& made) {
  const shape& extents = made.node->extents;
  std::vector<std::ptrdiff_t> axes;
  for (std::size_t axis = extents.size(); axis-- > 0;)
    axes.push_back(static_cast<std::ptrdiff_t>(axis));
  const affine_view view = permuted(extents, axes);
  sample result{graph::make_view(made.node, view), std::vector<double>(made.values.size())};
  const layout place = apply(view, row_major(extents));
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    std::ptrdiff_t offset = 0;
    auto rest = static_cast<std::ptrdiff_t>(i);
    for (std::size_t axis = view.extents.size(); axis-- > 0; rest /= view.extents[axis])
      offset += rest % view.extents[axis] * place.strides[axis];
    result.values[i] = made.values[static_cast<std::size_t>(offset)];
  }
  return result;
}

/// The number of the row of each element.
std::vector<std::size_t> rows_of(const shape& extents, std::uint64_t axes) {
  std::vector<std::size_t> rows(static_cast<std::size_t>(element_count(extents)));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t step = 1;
    auto rest = static_cast<std::ptrdiff_t>(i);
    for (std::size_t axis = extents.size(); axis-- > 0; rest /= extents[axis]) {
      if ((axes >> axis & 1) != 0) continue;
      rows[i] += static_cast<std::size_t>(rest % extents[axis]) * step;
      step *= static_cast<std::size_t>(extents[axis]);
    }
  }
  return rows;
}

std::vector<double> naive_sum(const std::vector<double>& values, const shape& extents,
                              std::uint64_t axes) {
  std::size_t count = 1;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    if ((axes >> axis & 1) == 0) count *= static_cast<std::size_t>(extents[axis]);
  std::vector<double> sums(count, 0.0);
  const std::vector<std::size_t> rows = rows_of(extents, axes);
  for (std::size_t i = 0; i < values.size(); ++i) sums[rows[i]] += values[i];
  return sums;
}

std::vector<double> read(const node_ptr& node) {
  const graph::leaf_ptr leaf = execute::evaluate(node);
  std::vector<double> values(static_cast<std::size_t>(element_count(leaf->extents)));
  visit_dtype(leaf->type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_convertible_v<T, double>)
      for (std::size_t i = 0; i < values.size(); ++i) {
        T value;
        std::memcpy(&value, static_cast<char*>(leaf->block->data()) + i * sizeof(T), sizeof(T));
        values[i] = static_cast<double>(value);
      }
  });
  return values;
}

template <class Op>
node_ptr reduce(std::vector<node_ptr> operands, std::uint64_t axes) {
  const graph::op_record& record = graph::record_of<Op>();
  std::vector<operand_type> types;
  for (const node_ptr& operand : operands) types.push_back({operand->type, false});
  graph::operand_list list(operands.size());
  std::copy(operands.begin(), operands.end(), list.begin());
  return graph::make_reduction(record, graph::resolve_loop(record, types), std::move(list), axes);
}

template <class Op>
node_ptr apply_op(const node_ptr& x, const node_ptr& y = nullptr) {
  const graph::op_record& record = graph::record_of<Op>();
  std::vector<node_ptr> operands{x};
  std::vector<operand_type> types{{x->type, false}};
  if (y) {
    operands.push_back(y);
    types.push_back({y->type, false});
  }
  return graph::make_op(record, graph::resolve_loop(record, types), operands);
}

/// The result of a reduction as it broadcasts to the source.
node_ptr kept(const node_ptr& value, const shape& source, std::uint64_t axes) {
  shape extents = source;
  for (std::size_t axis = 0; axis < source.size(); ++axis)
    if ((axes >> axis & 1) != 0) extents[axis] = 1;
  return graph::make_reshape(value, extents);
}

std::size_t kernels_of(const node_ptr& node) {
  return graph::make_schedule(node, graph::make_unallocated_leaf(node->type, node->extents, cpu()))
      .size();
}

void expect_close(const std::vector<double>& actual, const std::vector<double>& expected,
                  double relative) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i)
    ASSERT_NEAR(actual[i], expected[i], relative * std::max(1.0, std::abs(expected[i]))) << i;
}

const std::vector<shape> shapes = {{},        {0},          {1},          {5},         {31},
                                   {1025},    {70001},      {3, 0},       {0, 3},      {7, 5},
                                   {33, 129}, {1025, 3},    {3, 1025},    {2, 3, 5},   {300, 5, 70},
                                   {1, 5, 1}, {5, 70, 300}, {2, 3, 1, 4}, {40, 2, 999}};

TEST(host_reduction, sums_over_any_axes_of_any_shape_are_exact_where_floats_are) {
  for (const shape& extents : shapes) {
    const sample x = make_sample<float>(extents);
    const sample y = transposed(x);
    for (std::uint64_t axes = 1; axes < (std::uint64_t{1} << extents.size()); ++axes) {
      SCOPED_TRACE(tuple_text(extents) + " over " + std::to_string(axes));
      expect_close(read(reduce<reductions::sum>({x.node}, axes)),
                   naive_sum(x.values, extents, axes), 0);
      expect_close(read(reduce<reductions::sum>({y.node}, axes)),
                   naive_sum(y.values, y.node->extents, axes), 0);
    }
  }
}

TEST(host_reduction, small_integers_are_summed_in_int64_and_halves_in_float32) {
  const sample small = make_sample<std::int8_t>({300, 41});
  const sample half = make_sample<float16>({300, 41});
  for (std::uint64_t axes : {1u, 2u, 3u}) {
    const node_ptr sum = reduce<reductions::sum>({small.node}, axes);
    EXPECT_EQ(sum->type, dtype::int64);
    expect_close(read(sum), naive_sum(small.values, {300, 41}, axes), 0);
    expect_close(read(reduce<reductions::sum>({half.node}, axes)),
                 naive_sum(half.values, {300, 41}, axes), 1e-3);
  }
}

TEST(host_reduction, producers_and_epilogues_are_one_kernel) {
  const shape extents{129, 70};
  const sample x = make_sample<float>(extents, 1);
  const sample y = transposed(make_sample<float>({70, 129}, 2));
  std::vector<double> products = x.values;
  for (std::size_t i = 0; i < products.size(); ++i) products[i] *= y.values[i];
  for (std::uint64_t axes : {1u, 2u, 3u}) {
    const node_ptr sum = reduce<reductions::sum>({apply_op<ops::multiply>(x.node, y.node)}, axes);
    const node_ptr square = apply_op<ops::multiply>(sum, sum);
    EXPECT_EQ(kernels_of(square), 1u);
    std::vector<double> expected = naive_sum(products, extents, axes);
    for (double& value : expected) value *= value;
    expect_close(read(square), expected, 1e-5);
  }
}

TEST(host_reduction, short_rows_of_broadcast_operands_are_read_many_at_a_time) {
  const std::size_t count = 5003;
  const shape extents{count, 10, 3};
  const sample x = make_sample<double>({count, 1, 3}, 1);
  const sample y = make_sample<double>({1, 10, 3}, 2);
  std::vector<double> products;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 30; ++k) products.push_back(x.values[i * 3 + k % 3] * y.values[k]);
  const node_ptr product = apply_op<ops::multiply>(x.node, y.node);
  for (std::uint64_t axes = 1; axes < 8; ++axes) {
    SCOPED_TRACE(axes);
    expect_close(read(reduce<reductions::sum>({product}, axes)), naive_sum(products, extents, axes),
                 0);
  }
}

TEST(host_reduction, softmax_is_one_kernel_over_rows_of_any_axes) {
  const shape extents{37, 300};
  const sample x = make_sample<float>(extents);
  for (std::uint64_t axes : {1u, 2u, 3u}) {
    const node_ptr power = apply_op<ops::exp>(x.node);
    const node_ptr total = kept(reduce<reductions::sum>({power}, axes), extents, axes);
    const node_ptr share = apply_op<ops::divide>(power, total);
    EXPECT_EQ(kernels_of(share), 1u);
    std::vector<double> expected = x.values;
    for (double& value : expected) value = std::exp(value);
    const std::vector<double> sums = naive_sum(expected, extents, axes);
    const std::vector<std::size_t> rows = rows_of(extents, axes);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] /= sums[rows[i]];
    expect_close(read(share), expected, 1e-6);
    const node_ptr again = reduce<reductions::sum>({share}, axes);
    EXPECT_EQ(kernels_of(again), 1u);
    expect_close(read(again), std::vector<double>(sums.size(), 1.0), 1e-5);
  }
}

TEST(host_reduction, reduction_of_a_reduction_over_other_axes_is_two_kernels) {
  const shape extents{20, 30, 7};
  const sample x = make_sample<float>(extents);
  const node_ptr inner = reduce<reductions::sum>({x.node}, 4);
  const node_ptr outer = reduce<reductions::sum>({apply_op<ops::multiply>(inner, inner)}, 1);
  EXPECT_EQ(kernels_of(outer), 2u);
  std::vector<double> squares = naive_sum(x.values, extents, 4);
  for (double& value : squares) value *= value;
  expect_close(read(outer), naive_sum(squares, {20, 30}, 1), 1e-5);
}

TEST(host_reduction, argmax_finds_the_first_of_equals_along_any_axis) {
  const shape extents{33, 1000};
  const sample x = make_sample<float>(extents);
  for (const std::size_t axis : {0u, 1u}) {
    const node_ptr positions = graph::make_index(extents, axis, 0, 1, cpu());
    const std::vector<double> found =
        read(reduce<reductions::argmax>({x.node, positions}, std::uint64_t{1} << axis));
    for (std::size_t row = 0; row < found.size(); ++row) {
      std::size_t best = 0;
      const auto at = [&](std::size_t i) {
        return axis == 1 ? x.values[row * 1000 + i] : x.values[i * 1000 + row];
      };
      for (std::size_t i = 1; i < static_cast<std::size_t>(extents[axis]); ++i)
        if (at(i) > at(best)) best = i;
      ASSERT_EQ(found[row], static_cast<double>(best)) << axis << ' ' << row;
    }
  }
}

TEST(host_reduction, bits_do_not_depend_on_the_number_of_threads) {
  std::mt19937 random(3);
  std::normal_distribution<double> draw;
  std::vector<double> values(1 << 20);
  for (double& value : values) value = draw(random);
  for (const shape& extents : {shape{1 << 20}, shape{1024, 1024}, shape{16, 1 << 16}}) {
    const node_ptr x(leaf_of<float>(values, extents).get());
    for (std::uint64_t axes = 1; axes < (std::uint64_t{1} << extents.size()); ++axes) {
      std::vector<std::vector<double>> results;
      for (const int threads : {1, 2, 7}) {
        const int before = num_threads();
        set_num_threads(threads);
        results.push_back(read(reduce<reductions::sum>({x}, axes)));
        set_num_threads(before);
      }
      EXPECT_EQ(results[0], results[1]);
      EXPECT_EQ(results[0], results[2]);
    }
  }
}

}  // namespace
}  // namespace gpu
