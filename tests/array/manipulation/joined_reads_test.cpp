// SPDX-License-Identifier: BSD-3-Clause
// Joined arrays are computed when they are read: part by part, together with what reads them.
#include <gpu/array/manipulation/joining.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/inserting.hpp>
#include <gpu/array/memory_sharing.hpp>
#include <gpu/array/reduction/reduction.hpp>
#include <gpu/array/reduction/scan.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/launches.hpp"
#include "support/values.hpp"

namespace {

using gpu::concatenate;
using gpu::expression;
using gpu::ndarray;
using gpu::shape;
using gpu::stack;
using gpu::xtuple;
using gpu::test::message_of;
using gpu::test::values;

class joined_reads : public gpu::test::counts_launches {
 protected:
  /// How many kernels `explain` names for a value that nobody else holds.
  template <class A>
  static int kernels_of(const A& value) {
    return std::stoi(gpu::explain(value));
  }
};

TEST_P(joined_reads, are_not_computed_when_called) {
  const ndarray<int> a = {1, 2};
  const auto both = concatenate({a + 1, a * 2});
  static_assert(std::is_same_v<decltype(both), const expression<int>>);
  expect_launches(0, [&] { (void)concatenate({a, a}); });
  EXPECT_EQ(kernels_of(both), 1);
  EXPECT_EQ(kernels_of(gpu::append(a, {3}) + 1), 2);
  EXPECT_EQ(values(both), (std::vector{2, 3, 2, 4}));
  EXPECT_EQ(kernels_of(both), 0);
  const auto text = gpu::explain(concatenate({a, ndarray<int>{3}}) * 2);
  EXPECT_NE(text.find("writes 4 bytes"), std::string::npos) << text;
  EXPECT_NE(text.find("; a part of (3,)\n"), std::string::npos) << text;
  const auto kept = gpu::explain(gpu::sum(concatenate({a, a})));
  EXPECT_NE(kept.find("; 2 parts of (4,), which is read from memory\n"), std::string::npos) << kept;
}

TEST_P(joined_reads, take_as_many_launches_as_there_are_parts) {
  const auto a = gpu::arange<float>(5);
  const auto c = gpu::arange<float>(3);
  const auto x = gpu::arange<float>(8);
  EXPECT_EQ(kernels_of(concatenate({a + a, c * c}) * 2 + 1), 2);
  EXPECT_EQ(kernels_of(stack({a + a, a * a}, 1) * 2 + 1), 1);
  ndarray<float> y;
  expect_launches(2, [&] { y = concatenate({a + a, c * c}) * x + 1; });
  EXPECT_EQ(values(y), (std::vector<float>{1, 3, 9, 19, 33, 1, 7, 29}));
  expect_launches(2, [&] { y += concatenate({c, a}); });
  EXPECT_EQ(values(y), (std::vector<float>{1, 4, 11, 19, 34, 3, 10, 33}));
  expect_launches(2, [&] { gpu::view(y) = gpu::negative(concatenate({c, a})); });
  EXPECT_EQ(values(y), (std::vector<float>{0, -1, -2, 0, -1, -2, -3, -4}));
  const auto above = gpu::ones<int>({1, 5});
  const auto beside = gpu::ones<int>({2, 2});
  const auto ones = gpu::ones<int>({2, 3});
  const auto grid = [&] {
    return concatenate({above + 1, concatenate({beside + 2, ones}, 1)}) * 2 + 1;
  };
  ndarray<int> z;
  expect_launches(3, [&] { z = grid(); });
  EXPECT_EQ(values(z), (std::vector{5, 5, 5, 5, 5, 7, 7, 3, 3, 3, 7, 7, 3, 3, 3}));
  EXPECT_EQ(kernels_of(grid()), 3);
  const auto doubles = concatenate({a + a, c * c}).astype<double>();
  EXPECT_EQ(kernels_of(doubles), 2);
  EXPECT_EQ(values(doubles), (std::vector<double>{0, 2, 4, 6, 8, 0, 1, 4}));
}

TEST_P(joined_reads, read_parts_of_other_operands) {
  const ndarray<int> a = {{1, 2, 3}, {4, 5, 6}};
  const ndarray<int> b = {{7}, {8}};
  const ndarray<int> column = {{10}, {20}};
  const ndarray<int> row = {100, 200, 300, 400};
  const ndarray<int> all = {{1, 1, 1, 1}, {2, 2, 2, 2}};
  const ndarray<int> y = concatenate({a, b}, -1) * all + column + row;
  EXPECT_EQ(values(y), (std::vector{111, 212, 313, 417, 128, 230, 332, 436}));
  const ndarray<int> wider = concatenate({a, b}, 1) + gpu::zeros<int>({2, 1, 1});
  EXPECT_EQ(wider.shape(), (shape{2, 2, 4}));
  EXPECT_EQ(values(wider)[7], 8);
  const ndarray<int> many = gpu::ones<int>({20, 4});  // sums of few are ops
  const ndarray<int> sums = concatenate({a, b}, 1) - gpu::sum(many, {0});
  EXPECT_EQ(values(sums), (std::vector{-19, -18, -17, -13, -16, -15, -14, -12}));
  EXPECT_EQ(kernels_of(concatenate({a, b}, 1) - gpu::sum(many, {0})), 3);
}

TEST_P(joined_reads, several_at_once) {
  const auto a = gpu::arange<int>(6);
  const auto part = [&](int first, int last) { return gpu::view(a, gpu::range(first, last)) + 0; };
  const auto of = [&](int cut) { return concatenate({part(0, cut), part(cut, 6)}); };
  EXPECT_EQ(kernels_of(of(2) + of(2)), 2);
  EXPECT_EQ(kernels_of(of(1) + of(3)), 3);
  const ndarray<int> sum = of(1) + of(2) * of(4);
  EXPECT_EQ(values(sum), (std::vector{0, 2, 6, 12, 20, 30}));
  const ndarray<int> grid = concatenate({gpu::ones<int>({1, 2}), gpu::ones<int>({2, 2})}) +
                            concatenate({gpu::zeros<int>({3, 1}), gpu::ones<int>({3, 1})}, 1);
  EXPECT_EQ(values(grid), (std::vector{1, 2, 1, 2, 1, 2}));
  const ndarray<int> nested = concatenate({of(2) * 2, concatenate({a, a}) + 1}) - 1;
  EXPECT_EQ(values(nested), (std::vector{-1, 1, 3, 5, 7, 9, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
}

TEST_P(joined_reads, keep_what_is_held_or_read_otherwise) {
  const auto a = gpu::arange<double>(3);
  const auto b = gpu::arange<double>(2);
  const auto both = concatenate({a, b});
  expect_launches(3, [&] { EXPECT_EQ(values(both + 1), (std::vector<double>{1, 2, 3, 1, 2})); });
  expect_launches(1, [&] { EXPECT_EQ(values(both * 2), (std::vector<double>{0, 2, 4, 0, 2})); });
  EXPECT_EQ(kernels_of(both), 0);
  const auto centred = concatenate({a, b}) - 1;
  EXPECT_EQ(gpu::sum(concatenate({a, b})).item(), 4);
  EXPECT_EQ(values(gpu::sort(concatenate({a, b}) + 0)), (std::vector<double>{0, 0, 1, 1, 2}));
  EXPECT_EQ(values(gpu::cumsum(concatenate({a, b}))), (std::vector<double>{0, 1, 3, 3, 4}));
  EXPECT_EQ(values(gpu::take(concatenate({a, b}), {4, 0})), (std::vector<double>{1, 0}));
  EXPECT_EQ(values(centred), (std::vector<double>{-1, 0, 1, -1, 0}));
  const auto scaled = both / gpu::max(both);
  EXPECT_EQ(values(scaled), (std::vector<double>{0, .5, 1, 0, .5}));
  EXPECT_EQ(values(gpu::flip(concatenate({a, b})) * 2), (std::vector<double>{2, 0, 4, 2, 0}));
  EXPECT_EQ(values(gpu::transpose(stack({b, b})) + 1), (std::vector<double>{1, 1, 2, 2}));
}

TEST_P(joined_reads, keep_the_values_that_arrays_had) {
  ndarray<int> a = {1, 2};
  ndarray<int> b = {3};
  const auto both = concatenate({a, b});
  const auto twice = concatenate({a, b}) * 2;
  a(0) = 7;
  b = 9;
  EXPECT_EQ(values(both), (std::vector{1, 2, 3}));
  EXPECT_EQ(values(twice), (std::vector{2, 4, 6}));
  auto first = gpu::eval(both);
  first(2) = 5;
  EXPECT_EQ(values(both), (std::vector{1, 2, 3}));
  EXPECT_FALSE(gpu::shares_memory(ndarray<int>(concatenate({a})), a));
}

TEST_P(joined_reads, into_arrays_that_they_are_made_of) {
  ndarray<int> y = {1, 2, 3, 4};
  const auto part = [&](int first, int last) { return gpu::view(y, gpu::range(first, last)); };
  y = concatenate({part(2, 4) + 0, part(0, 2) + 0});
  EXPECT_EQ(values(y), (std::vector{3, 4, 1, 2}));
  y = concatenate({part(1, 4) + 0, part(0, 1) + 0}) * y;
  EXPECT_EQ(values(y), (std::vector{12, 4, 2, 6}));
  y = y + concatenate({part(0, 1) + 0, part(1, 4) + 0});
  EXPECT_EQ(values(y), (std::vector{24, 8, 4, 12}));
  y = concatenate<int>({part(0, 1) + 1, gpu::cumsum(part(0, 3))}) + 0;
  EXPECT_EQ(values(y), (std::vector{25, 24, 32, 36}));
  gpu::view(y, gpu::range(0, 4, 2)) = concatenate({part(1, 2) + 0, part(0, 1) + 0}) + 1;
  EXPECT_EQ(values(y), (std::vector{25, 24, 26, 36}));
  gpu::view(y, gpu::range(3, gpu::placeholders::_, -1)) = concatenate({part(0, 1), part(1, 4)});
  EXPECT_EQ(values(y), (std::vector{36, 26, 24, 25}));
  ndarray<int> grid = gpu::zeros<int>({2, 4});
  gpu::view(grid) = concatenate({part(0, 1), part(1, 4)});
  EXPECT_EQ(values(grid), (std::vector{36, 26, 24, 25, 36, 26, 24, 25}));
  gpu::view(grid) = concatenate({grid + 0, gpu::zeros<int>({0, 4})}) + 1;
  EXPECT_EQ(values(grid)[3], 26);
}

TEST_P(joined_reads, with_errors_at_the_call_and_later) {
  const auto a = gpu::ones<int>({2, 3});
  EXPECT_THROW((void)(concatenate({a, gpu::ones<int>({2, 4})}) * 2), gpu::value_error);
  EXPECT_THROW((void)(concatenate({a, a}) + gpu::ones<int>({5, 3})), gpu::shape_error);
  ndarray<int> y = {1, 2, 3};
  const auto late = concatenate({gpu::take(y, {0}), gpu::take(y, {7, 1})});
  if (GetParam().is_cpu()) {
    EXPECT_THROW((void)gpu::eval(late), gpu::index_error);
    EXPECT_THROW(y = concatenate({gpu::take(y, {2}), gpu::take(y, {1, 7})}) + 1, gpu::index_error);
    EXPECT_EQ(values(y), (std::vector{1, 2, 3}));
  }
}

TEST_P(joined_reads, of_any_dtype_and_shape) {
  const ndarray<std::complex<float>> z = {std::complex<float>(1, 2)};
  const ndarray<bool> flags = {true, false};
  const ndarray<gpu::float16> halves = {gpu::float16(0.5f)};
  const ndarray<std::complex<float>> mixed = concatenate(xtuple(z, flags, halves)) * z;
  EXPECT_EQ(values(mixed), (std::vector<std::complex<float>>{{-3, 4}, {1, 2}, 0, {.5f, 1}}));
  EXPECT_EQ(values(!concatenate({flags, flags})), (std::vector<bool>{false, true, false, true}));
  EXPECT_EQ(values(concatenate(xtuple(halves, halves + halves)) + halves),
            (std::vector{gpu::float16(1.0f), gpu::float16(1.5f)}));
  const gpu::any_expression untyped = concatenate({halves, halves + gpu::float16(1)});
  EXPECT_EQ(values((untyped * 2).as<gpu::float16>()),
            (std::vector{gpu::float16(1.0f), gpu::float16(3.0f)}));
  const auto none = gpu::empty<int>({0, 2});
  EXPECT_EQ((concatenate({none, none}) * 2).shape(), (shape{0, 2}));
  EXPECT_EQ(values(concatenate({none, none}) * 2), std::vector<int>());
  EXPECT_EQ(values(concatenate(xtuple(none, gpu::ones<int>({1, 2}), none)) * 2),
            (std::vector{2, 2}));
  EXPECT_EQ(values(concatenate({none, gpu::ones<int>({1, 2})}, std::nullopt) + 1),
            (std::vector{2, 2}));
  EXPECT_EQ(values(concatenate({gpu::broadcast_to(ndarray<int>{3}, {2, 2})}, 1) + 1),
            (std::vector{4, 4, 4, 4}));
  EXPECT_EQ(values(stack(xtuple(1, 2.5)) * 2), (std::vector<double>{2, 5}));
  shape many(64, 1);
  many[5] = 2;
  const ndarray<int> a = gpu::reshape(ndarray<int>{1, 2}, many);
  EXPECT_EQ(values(concatenate({a, a}, 63) + a), (std::vector{2, 2, 4, 4}));
}

TEST_P(joined_reads, of_many_parts) {
  std::vector<expression<int>> parts;
  std::vector<int> expected;
  for (int i = 0; i < 100; ++i) {
    parts.push_back(gpu::full({i % 3}, i) + 0);
    expected.insert(expected.end(), static_cast<std::size_t>(i % 3), 2 * i);
  }
  EXPECT_EQ(values(concatenate(parts) * 2), expected);
  expression<int> grown = gpu::arange<int>(1) + 0;
  for (int i = 1; i < 2000; ++i) grown = concatenate({std::move(grown), gpu::full({1}, i) + 0});
  EXPECT_EQ(values(grown), values(gpu::arange<int>(2000)));
}

INSTANTIATE_TEST_SUITE_P(devices, joined_reads, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
