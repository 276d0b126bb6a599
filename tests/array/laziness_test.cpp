// SPDX-License-Identifier: BSD-3-Clause
// Nothing is computed before it is needed, nothing twice, and nobody can tell by the values.
#include <gpu/array/expression.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/memory_pool.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/launches.hpp"
#include "support/values.hpp"

namespace {

using gpu::expression;
using gpu::ndarray;
using gpu::test::values;

class laziness : public gpu::test::counts_launches {
 protected:
  [[nodiscard]] std::uint64_t allocations() const {
    return gpu::memory_pool::statistics(GetParam()).allocations;
  }
  [[nodiscard]] std::size_t used_bytes() const {
    return gpu::memory_pool::statistics(GetParam()).used_bytes;
  }
};

TEST_P(laziness, an_expression_allocates_and_launches_nothing) {
  const ndarray<float> a{1, 2, 3};
  const std::uint64_t before = allocations();
  expect_launches(0, [&] {
    const auto e = gpu::exp(a) + a * 2 - gpu::flip(a);
    EXPECT_EQ(e.shape(), gpu::shape{3});
    EXPECT_EQ(e.dtype(), gpu::dtype::float32);
    EXPECT_EQ(e.device(), GetParam());
  });
  EXPECT_EQ(allocations(), before);
}

TEST_P(laziness, an_expression_is_one_kernel_and_one_allocation) {
  const auto a = gpu::full<float>({100, 7}, 2);
  const auto row = gpu::arange<float>(7);
  const std::uint64_t before = allocations();
  ndarray<float> b;
  expect_launches(1, [&] { b = gpu::sqrt(a * a + row) / (1 + gpu::abs(a - row)); });
  EXPECT_LE(allocations(), before + 2);  // the empty b, and the result
}

TEST_P(laziness, a_written_operand_does_not_change_an_expression) {
  ndarray<float> a{1, 2, 3};
  const auto e = a * 2;
  a(0) = 100;
  a += 1;
  gpu::view(a, 1) = -1;
  a.fill(0);
  EXPECT_EQ(values(e), (std::vector<float>{2, 4, 6}));
}

TEST_P(laziness, an_expression_outlives_its_operands) {
  std::optional<expression<float>> e;
  {
    const ndarray<float> a{1, 2, 3};
    ndarray<float> b{10, 20, 30};
    e = a + b;
  }
  const ndarray<float> reuses_the_memory({3}, -1.f);
  EXPECT_EQ(values(*e), (std::vector<float>{11, 22, 33}));
}

TEST_P(laziness, a_moved_or_assigned_operand_does_not_change_an_expression) {
  ndarray<float> a{1, 2, 3};
  const auto e = a + 1;
  ndarray<float> b = std::move(a);
  b *= 10;
  a = ndarray<float>{7, 8};
  EXPECT_EQ(values(e), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(values(b), (std::vector<float>{10, 20, 30}));
}

TEST_P(laziness, an_expression_of_a_view_is_a_snapshot_too) {
  ndarray<float> a{1, 2, 3, 4};
  auto tail = gpu::view(a, gpu::range(2, 4));
  const auto e = tail * 2;
  tail = 0;
  EXPECT_EQ(values(e), (std::vector<float>{6, 8}));
  EXPECT_EQ(values(tail), (std::vector<float>{0, 0}));
}

TEST_P(laziness, an_expression_is_evaluated_at_most_once) {
  const ndarray<float> a{1, 2, 3};
  const auto e = gpu::exp(a) + 1;
  const ndarray<float> first = gpu::eval(e);
  const std::uint64_t before = allocations();
  expect_launches(0, [&] {
    const ndarray<float> second = e;
    const ndarray<float> third = gpu::eval(e);
    EXPECT_TRUE(gpu::shares_memory(first, second));
    EXPECT_TRUE(gpu::shares_memory(first, third));
    EXPECT_TRUE(gpu::shares_memory(e, first));
    EXPECT_FLOAT_EQ(e(0), 1 + std::exp(1.f));
  });
  EXPECT_EQ(allocations(), before);
}

TEST_P(laziness, the_kept_result_cannot_be_written_through_any_array) {
  const auto e = gpu::ones<float>({3}) + 1;
  ndarray<float> first = e;
  first += 5;
  first(0) = -1;
  ndarray<float> second = e;
  EXPECT_EQ(values(second), std::vector<float>(3, 2.f));
  second = second * 3;
  EXPECT_EQ(values(e), std::vector<float>(3, 2.f));
  EXPECT_EQ(values(first), (std::vector<float>{-1, 7, 7}));
}

TEST_P(laziness, a_subtree_that_was_evaluated_is_read_from_memory) {
  const ndarray<float> a{1, 4, 9};
  const auto root = gpu::sqrt(a);
  const ndarray<float> evaluated = root;
  ndarray<float> sum;
  expect_launches(1, [&] { sum = root + 1; });
  EXPECT_EQ(values(sum), (std::vector<float>{2, 3, 4}));
}

/// How many kernels compute the sum of a part.
template <class A>
int kernels_of_a_part(const A& whole) {
  return std::stoi(gpu::explain(gpu::sum(gpu::view(whole, gpu::range(0, 1)))));
}

TEST_P(laziness, what_a_held_expression_is_computed_from_stays_in_memory) {
  ndarray<double> a = gpu::sin(gpu::arange<double>(20'000));
  a.reshape({100, 200});
  const auto check = [](const auto& held, bool is_more_than_one = true) {
    if (is_more_than_one) {
      EXPECT_GT(kernels_of_a_part(held), 1);
    }
    const double first = gpu::sum(gpu::view(held, gpu::range(0, 1))).item();
    EXPECT_EQ(kernels_of_a_part(held), 1) << gpu::explain(held);
    EXPECT_EQ(gpu::sum(gpu::view(held, gpu::range(0, 1))).item(), first);
  };
  check(gpu::sort(a, 0) * 2.0);
  check(gpu::cumsum(a, 1) + 1.0);
  // A kernel of a GPU may reduce the rows that it reads.
  const auto e = gpu::exp(a - gpu::max(a, 1, gpu::keepdims));
  check(e / gpu::sum(e, 1, gpu::keepdims), false);
  check((a - gpu::mean(a, 0)) / gpu::std(a, 0), false);
}

TEST_P(laziness, what_nobody_can_ask_for_again_stays_nowhere) {
  const ndarray<double> a = gpu::cos(gpu::arange<double>(200'000));
  const auto result = [&] { return gpu::sum(gpu::view(gpu::sort(a) * 2.0, gpu::range(0, 10))); };
  static_cast<void>(result().item());
  const std::size_t before = used_bytes();
  const auto kept = result();
  static_cast<void>(kept.item());
  EXPECT_LT(used_bytes(), before + 100'000);
}

TEST_P(laziness, intermediate_memory_is_given_back) {
  const auto a = gpu::ones<float>({1024});
  const std::size_t before = used_bytes();
  {
    auto e = a + 1;
    for (int i = 0; i < 300; ++i) e = e * 1 + a;
    const ndarray<float> result = e;
    EXPECT_EQ(result(0), 302.f);
  }
  EXPECT_EQ(used_bytes(), before);
}

TEST_P(laziness, steps_of_a_long_loop_hold_no_memory_once_they_are_done) {
  const ndarray<float> start = gpu::full<float>({1 << 14}, 0.5f);
  const std::size_t array_bytes = sizeof(float) << 14;
  gpu::memory_pool::reset_peak(GetParam());
  const std::size_t before = used_bytes();
  expression<float> x = start + 0.0f;
  expression<float> v = start * 0.0f;
  for (int i = 0; i < 500; ++i) {
    v = v - 0.01f * (x + 0.1f * v);
    x = x + 0.01f * v;
  }
  const ndarray<float> last = x;
  EXPECT_LE(gpu::memory_pool::statistics(GetParam()).peak_bytes, before + 5 * array_bytes);
  EXPECT_EQ(used_bytes(), before + array_bytes) << "though the expression still lives";
  EXPECT_EQ(last(0), x(0));
}

TEST_P(laziness, assigning_over_and_over_does_not_grow) {
  ndarray<float> a = gpu::zeros<float>({256});
  a = a + 1;
  gpu::memory_pool::reset_peak(GetParam());
  const std::size_t before = used_bytes();
  for (int i = 0; i < 1000; ++i) a = a + 1;
  EXPECT_EQ(used_bytes(), before);
  EXPECT_EQ(gpu::memory_pool::statistics(GetParam()).peak_bytes, before);
  EXPECT_EQ(a(255), 1001.f);
}

TEST_P(laziness, a_loop_may_grow_one_expression_ten_thousand_times) {
  const ndarray<float> a{1, 2};
  auto e = a + 0;
  for (int i = 0; i < 10'000; ++i) e = e + 1;
  EXPECT_EQ(values(e), (std::vector<float>{10'001, 10'002}));
  auto forgotten = a + 0;
  for (int i = 0; i < 10'000; ++i) forgotten = forgotten * a;  // ends without being evaluated
}

TEST_P(laziness, a_loop_may_double_one_expression) {
  auto e = gpu::ones<double>({3}) + 0;
  for (int i = 0; i < 60; ++i) e = e + e;  // 2^60 leaves as a tree, 61 nodes as a graph
  EXPECT_EQ(values(e), std::vector<double>(3, 0x1p60));
}

TEST_P(laziness, an_expression_may_have_five_hundred_leaves) {
  std::vector<ndarray<float>> leaves;
  for (int i = 0; i < 500; ++i) leaves.push_back(gpu::full<float>({5}, static_cast<float>(i)));
  auto sum = leaves[0] + 0;
  for (int i = 1; i < 500; ++i) sum = sum + leaves[static_cast<std::size_t>(i)];
  EXPECT_EQ(values(sum), std::vector<float>(5, 124'750.f));
}

TEST_P(laziness, scalars_alone_are_no_graph) {
  static_assert(gpu::add(1, 2) == 3);
  static_assert(std::is_same_v<decltype(gpu::sqrt(2.0f)), float>);
}

TEST_P(laziness, a_0_d_result_of_a_scalar_array_is_computed_where_it_is) {
  const auto a = gpu::full<float>({}, 2);
  const auto e = a * 3;
  EXPECT_EQ(e.device(), GetParam());
  EXPECT_EQ(e.item(), 6.f);
}

INSTANTIATE_TEST_SUITE_P(devices, laziness, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
