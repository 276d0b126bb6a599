// SPDX-License-Identifier: BSD-3-Clause
// `gpu::axis(1)`, NumPy's `axis=1`, among options and in the place of an axis; truths as bools.
#include <gpu/array/reduction/axis_option.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::axis;
using gpu::ndarray;
using gpu::shape;
using gpu::test::values;
using numbers = std::vector<double>;

template <class A>
concept takes_axes_twice = requires(const A& a) {
  gpu::sum(a, 0, axis(1));
};

template <class... Arguments>
concept rolls = requires(const ndarray<double>& m, Arguments... arguments) {
  gpu::roll(m, arguments...);
};
template <class Number>
concept is_diagonal = requires(const ndarray<double>& m, Number k) {
  gpu::diagonal(m, k);
};
template <class Number>
concept is_rows = requires(Number rows) {
  gpu::eye(rows);
};

class axis_option : public gpu::test::on_device {
 protected:
  const ndarray<double> a = {{3, 1, 2}, {4, 6, 5}};
};

TEST_P(axis_option, stands_among_the_options_of_reductions) {
  EXPECT_EQ(values(gpu::sum(a, axis(1))), (numbers{6, 15}));
  EXPECT_EQ(gpu::sum(a, axis(1), gpu::keepdims).shape(), (shape{2, 1}));
  EXPECT_EQ(gpu::sum(a, gpu::keepdims, axis(-1)).shape(), (shape{2, 1}));
  EXPECT_EQ(gpu::sum(a, gpu::keepdims | axis(0)).shape(), (shape{1, 3}));
  EXPECT_EQ(values(gpu::sum(a, gpu::initial(1), axis({0, 1}))), numbers{22});
  EXPECT_EQ(values(gpu::sum(a, axis(std::vector<int>{1}))), (numbers{6, 15}));
  EXPECT_EQ(values(gpu::sum(a, axis(std::nullopt))), numbers{21});
  EXPECT_EQ(values(gpu::var(a, gpu::ddof(1), axis(0))), (numbers{0.5, 12.5, 4.5}));
  EXPECT_EQ(values(a.argmax(axis(1))), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(values(gpu::cumsum(a, axis(1))), (numbers{3, 4, 6, 4, 10, 15}));
  EXPECT_EQ(values(gpu::add.reduce(a)), (numbers{7, 7, 7}));
  EXPECT_EQ(values(gpu::add.reduce(a, axis(1))), (numbers{6, 15}));
  EXPECT_EQ(values(gpu::add.reduce(a, axis(std::nullopt))), numbers{21});
  EXPECT_EQ(values(gpu::maximum.accumulate(a, axis(1))), (numbers{3, 3, 3, 4, 6, 6}));
  ndarray<double> b({2}, 0.0);
  gpu::max(a, gpu::out(b), axis(1));
  EXPECT_EQ(values(b), (numbers{3, 6}));
  EXPECT_THROW(static_cast<void>(gpu::sum(a, axis(2))), gpu::axis_error);
  EXPECT_THROW(static_cast<void>(gpu::sum(a, axis({0, 0}))), gpu::value_error);
}

TEST_P(axis_option, stands_where_an_axis_does) {
  EXPECT_EQ(values(gpu::sort(a, axis(1))), (numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(gpu::sort(a, axis(std::nullopt))), (numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(gpu::sort(a, axis(std::nullopt)).shape(), shape{6});
  EXPECT_EQ(values(a.argsort(axis(0))), (std::vector<std::int64_t>{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(values(gpu::median(a, axis(1))), (numbers{2, 5}));
  EXPECT_EQ(gpu::median(a, axis(1), gpu::keepdims).shape(), (shape{2, 1}));
  EXPECT_EQ(values(gpu::quantile(a, 0.5, axis(1))), (numbers{2, 5}));
  EXPECT_EQ(values(gpu::average(a, axis(1))), (numbers{2, 5}));
  EXPECT_EQ(values(gpu::average(a, axis(0), ndarray<double>{1, 3})), (numbers{3.75, 4.75, 4.25}));
  EXPECT_EQ(gpu::concatenate(gpu::xtuple(a, a), axis(1)).shape(), (shape{2, 6}));
  EXPECT_EQ(gpu::stack(gpu::xtuple(a, a), axis(1)).shape(), (shape{2, 2, 3}));
  EXPECT_EQ(values(gpu::take(a, {0, 2}, axis(1))), (numbers{3, 2, 4, 5}));
  EXPECT_EQ(values(gpu::flip(a, axis(1))), (numbers{2, 1, 3, 5, 6, 4}));
  EXPECT_EQ(values(gpu::roll(a, 1, axis(1))), (numbers{2, 3, 1, 5, 4, 6}));
  EXPECT_EQ(gpu::expand_dims(a, axis(0)).shape(), (shape{1, 2, 3}));
  EXPECT_EQ(gpu::squeeze(gpu::expand_dims(a, 0), axis(0)).shape(), (shape{2, 3}));
  static_assert(!std::is_convertible_v<gpu::axis_number, bool>);
  static_assert(!std::is_convertible_v<gpu::axis_number, double>);
  static_assert(!takes_axes_twice<ndarray<double>>);
}

TEST_P(axis_option, truths_are_bools_and_no_other_numbers) {
  const bool all_positive = gpu::all(a > 0);
  EXPECT_TRUE(all_positive);
  bool found = gpu::any(a > 6);
  EXPECT_FALSE(found);
  found = gpu::all(a > 0) && !gpu::any(a > 6);
  EXPECT_TRUE(found);
  static_assert(std::is_convertible_v<gpu::truth, bool>);
  static_assert(!std::is_convertible_v<gpu::truth, int>);
  static_assert(!std::is_convertible_v<gpu::truth, double>);
  static_assert(!std::is_convertible_v<gpu::expression<bool>, bool>);
  EXPECT_THROW(static_cast<void>(static_cast<bool>(gpu::all(a > 0, 0))), gpu::value_error);
}

TEST_P(axis_option, comparisons_of_results_stand_in_conditions) {
  int count = 0;
  if (gpu::sum(a) > 20) ++count;
  if (gpu::sum(a) >= 22) count += 100;
  if (2.5 < gpu::mean(a)) ++count;
  if (gpu::norm_l1(a)() < 100 && gpu::max(a) <= gpu::sum(a)) ++count;
  if (gpu::sqrt(gpu::sum(a * a)) / 2 > 1 && !(gpu::min(a) > 1)) ++count;
  if (ndarray<double>(gpu::sum(a)) > 20) ++count;
  EXPECT_EQ(count, 5);
  double step = 8;
  while (gpu::max(gpu::abs(a * step)) > 10) step /= 2;
  EXPECT_EQ(step, 1);
  const auto error = gpu::max(gpu::abs(a));
  EXPECT_TRUE(error > 5 ? true : false);
  EXPECT_FALSE(error < 5 || gpu::all(a > 5));
}

TEST_P(axis_option, comparisons_of_several_results_are_no_condition) {
  EXPECT_EQ(gpu::test::message_of<gpu::value_error>([this] {
              if (gpu::sum(a, 0) > 3) ADD_FAILURE();
            }),
            "The truth value of an array with more than one element is ambiguous. Use a.any() or "
            "a.all()");
  EXPECT_THROW(static_cast<void>(static_cast<bool>(a * gpu::zeros<double>({0, 1, 1}) > 1)),
               gpu::value_error);
  ndarray<double> b = a;
  static_assert(!std::is_constructible_v<bool, decltype(a > 0)>);
  static_assert(!std::is_constructible_v<bool, decltype(gpu::view(b, 0) > 0)>);
  static_assert(!std::is_convertible_v<decltype(gpu::sum(a) > 0), bool>);
  auto mask = a * 2 > 4;
  const ndarray<bool> large{a * 2 > 4};
  EXPECT_EQ(large.shape(), (shape{2, 3}));
  mask = a < 3;
  EXPECT_EQ(values(gpu::where(a * 2 > 4, a, 0.0)), (numbers{3, 0, 0, 4, 6, 5}));
  EXPECT_EQ(values(gpu::select({mask, a > 5}, {a * 1, a + 10})), (numbers{0, 1, 2, 0, 16, 0}));
}

TEST_P(axis_option, is_no_number) {
  using one = decltype(axis(1));
  static_assert(!std::is_convertible_v<one, std::ptrdiff_t>);
  static_assert(!std::is_convertible_v<one, std::optional<std::ptrdiff_t>>);
  static_assert(!std::is_convertible_v<one, shape>);
  static_assert(rolls<int> && rolls<int, one> && !rolls<one>);
  static_assert(is_diagonal<int> && !is_diagonal<one>);
  static_assert(is_rows<int> && !is_rows<one>);
}

TEST_P(axis_option, is_taken_in_place_of_what_may_be_left_out) {
  EXPECT_EQ(values(gpu::diff(a, axis(0))), (numbers{1, 5, 3}));
  EXPECT_EQ(values(gpu::diff(a, 1, axis(0))), (numbers{1, 5, 3}));
  EXPECT_EQ(values(gpu::gradient(a, axis(0))), (numbers{1, 5, 3, 1, 5, 3}));
  EXPECT_EQ(values(gpu::gradient(a, 2.0, axis(0))), (numbers{0.5, 2.5, 1.5, 0.5, 2.5, 1.5}));
  EXPECT_EQ(gpu::gradient(a, axis({0, 1})).size(), 2u);
  EXPECT_EQ(values(gpu::trapezoid(a, axis(0))), (numbers{3.5, 3.5, 3.5}));
  EXPECT_EQ(values(gpu::unique(ndarray<double>{{1, 2}, {1, 2}}, axis(0))), (numbers{1, 2}));
  EXPECT_EQ(values(gpu::unwrap(a, axis(0))), values(gpu::unwrap(a, std::nullopt, 0)));
  EXPECT_EQ(gpu::size(a, axis(1)), 3u);
  EXPECT_THROW((void)gpu::diff(a, axis(2)), gpu::axis_error);
}

TEST_P(axis_option, stands_beside_weights) {
  const ndarray<double> w = {1, 3};
  EXPECT_EQ(values(gpu::average(a, 0, gpu::weights(w))), values(gpu::average(a, 0, w)));
  EXPECT_EQ(values(gpu::average(a, gpu::weights(w), axis(0), gpu::keepdims)),
            (numbers{3.75, 4.75, 4.25}));
  EXPECT_EQ(values(gpu::average(w, gpu::weights(w))), numbers{2.5});
  EXPECT_EQ(values(std::get<1>(gpu::average(w, gpu::weights(w), gpu::returned))), numbers{4});
  const auto [means, counts] = gpu::average(a, 0, gpu::returned);
  EXPECT_EQ(values(means), values(gpu::mean(a, 0)));
  EXPECT_EQ(values(counts), (numbers{2, 2, 2}));
  EXPECT_EQ(std::get<1>(gpu::average(a, gpu::returned)).item(), 6);
  EXPECT_EQ(values(std::get<1>(gpu::average(a, axis(1), gpu::returned))), (numbers{3, 3}));
  EXPECT_EQ(std::get<1>(gpu::average(a, gpu::returned, gpu::keepdims, axis(1))).shape(),
            (gpu::shape{2, 1}));
  const gpu::any_expression untyped(ndarray<gpu::float16>{1, 3}.node());
  EXPECT_EQ(std::get<1>(gpu::average(untyped, gpu::returned)).dtype(), gpu::dtype::float16);
  const ndarray<int> k = {0, 2, 2};
  const ndarray<double> counted = {1, 2, 3};
  EXPECT_EQ(values(gpu::bincount(k, gpu::weights(counted))), (numbers{1, 0, 5}));
  EXPECT_EQ(gpu::bincount(k, gpu::weights(counted), 5).size(), 5u);
}

TEST_P(axis_option, new_arrays_have_no_negative_extents) {
  const auto message = [](const auto& act) { return gpu::test::message_of<gpu::value_error>(act); };
  const std::string words = "negative dimensions are not allowed: (-1,2)";
  EXPECT_EQ(message([] { static_cast<void>(gpu::zeros<int>({-1, 2})); }), words);
  EXPECT_EQ(message([] { static_cast<void>(gpu::full<int>({-1, 2}, 3)); }), words);
  EXPECT_EQ(message([] { static_cast<void>(gpu::empty<int>({-1, 2})); }), words);
}

INSTANTIATE_TEST_SUITE_P(devices, axis_option, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
