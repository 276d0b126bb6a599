// SPDX-License-Identifier: BSD-3-Clause
// What golden_test.cpp does not compare with NumPy: mixed dtypes, views, nans, options, errors.
#include <gpu/array/sorting/sets.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/asarray.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/constants.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using indices = std::vector<std::int64_t>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class sets : public gpu::test::on_device {};

TEST_P(sets, unique_returns_what_is_asked_for) {
  const ndarray<int> a{{4, 1, 4}, {1, 1, 7}};
  EXPECT_EQ(values(gpu::unique(a)), (std::vector<int>{1, 4, 7}));
  const auto [from_index, index] = gpu::unique(a, gpu::return_index);
  EXPECT_EQ(values(index), (indices{1, 0, 5}));
  const auto [common, in_a, in_b] = gpu::intersect1d(a, ndarray<int>{7, 2, 4}, gpu::return_indices);
  EXPECT_EQ(values(in_a), (indices{0, 5}));
  EXPECT_EQ(values(in_b), (indices{2, 0}));
  const auto [from_inverse, inverse] = gpu::unique_inverse(a);
  EXPECT_TRUE(gpu::array_equal(gpu::take(from_inverse, inverse), a));
  EXPECT_EQ(values(gpu::unique_counts(a).counts), (indices{3, 2, 1}));
  EXPECT_EQ(values(gpu::unique(gpu::transpose(a) * 2)), (std::vector<int>{2, 8, 14}));
  EXPECT_EQ(gpu::unique(a).device(), GetParam());
}

/// Enough elements, of a narrow range, that they are counted or marked.
template <class T>
void expect_unique_of_many(const std::vector<T>& numbers) {
  SCOPED_TRACE(gpu::traits(gpu::dtype_of<T>).name);
  constexpr std::ptrdiff_t count = 100 * 203;
  std::vector<T> elements;
  std::map<T, std::int64_t> expected;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    elements.push_back(numbers[static_cast<std::size_t>(i * i + i / 7) % numbers.size()]);
    ++expected[elements.back()];
  }
  const ndarray<T> a = gpu::reshape(gpu::fromiter<T>(elements), {100, 203});
  std::vector<T> different;
  indices times;
  for (const auto& [value, times_there] : expected) {
    different.push_back(value);
    times.push_back(times_there);
  }
  EXPECT_EQ(values(gpu::unique(a)), different);
  const auto [found, inverse, counts] = gpu::unique(a, gpu::return_inverse, gpu::return_counts);
  EXPECT_EQ(values(found), different);
  EXPECT_EQ(values(counts), times);
  EXPECT_EQ(inverse.shape(), a.shape());
  EXPECT_TRUE(gpu::array_equal(gpu::take(found, inverse), a));
  const auto [without_counts, places] = gpu::unique(a, gpu::return_inverse);
  EXPECT_EQ(values(without_counts), different);
  EXPECT_TRUE(gpu::array_equal(places, inverse));
  const auto [with_index, index] = gpu::unique(a, gpu::return_index);
  EXPECT_TRUE(gpu::array_equal(gpu::take(a, index), with_index));
}

TEST_P(sets, unique_counts_many_integers_of_a_narrow_range) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  expect_unique_of_many<std::int64_t>({least, least + 5, least + 2, least + 77});
  expect_unique_of_many<std::int64_t>({most, most - 5, most - 900});
  expect_unique_of_many<std::int64_t>({least, most, 0, -1});
  expect_unique_of_many<std::uint64_t>({1ULL << 63, (1ULL << 63) - 1, (1ULL << 63) + 70});
  expect_unique_of_many<std::uint64_t>({0, ~0ULL});
  expect_unique_of_many<std::int8_t>({-128, 127, 0, 3, -7});
  expect_unique_of_many<std::uint8_t>({0, 255, 128, 4});
  expect_unique_of_many<std::int16_t>({-300, 300, 12});
  expect_unique_of_many<std::int32_t>({-600, 600, 0, 599, 2});
  expect_unique_of_many<std::int32_t>({-40000, 40000, 7});
  expect_unique_of_many<std::int32_t>({5});
  std::vector<std::int32_t> many;
  for (std::int32_t i = 0; i < 9000; ++i) many.push_back(i * 7919 % 20000 - 10000);
  expect_unique_of_many<std::int32_t>(many);
  expect_unique_of_many<bool>({true, false});
  expect_unique_of_many<bool>({true});
}

TEST_P(sets, unique_of_nans) {
  const ndarray<double> a{nan, 1, nan, 0, nan};
  EXPECT_EQ(gpu::unique(a).size(), 3U);
  EXPECT_EQ(gpu::unique(a, gpu::equal_nan(false)).size(), 5U);
  EXPECT_EQ(gpu::unique_values(a).size(), 5U);
  const auto [counted, counts] = gpu::unique(a, gpu::return_counts, gpu::equal_nan(true));
  EXPECT_EQ(values(counts), (indices{1, 1, 3}));
  const ndarray<double> rows{{1, nan}, {1, nan}};
  EXPECT_EQ(gpu::unique(rows, 0).shape(), (shape{2, 2}));
  EXPECT_EQ(gpu::unique(rows, 1).shape(), (shape{2, 2}));
}

TEST_P(sets, unique_of_every_size_of_elements) {
  const auto check = [](auto zero, std::ptrdiff_t count) {
    using T = decltype(zero);
    const auto numbers = gpu::flip(gpu::arange<int>(static_cast<int>(count)));
    const ndarray<T> a = gpu::remainder(gpu::floor_divide(numbers, 3), 100).astype<T>();
    const std::vector<T> found = values(gpu::unique(a));
    const auto [counted, counts] = gpu::unique(a, gpu::return_counts);
    EXPECT_EQ(values(counted), found);
    const std::ptrdiff_t wanted = std::min<std::ptrdiff_t>((count + 2) / 3, 100);
    ASSERT_EQ(static_cast<std::ptrdiff_t>(found.size()), wanted);
    for (std::ptrdiff_t i = 0; i < wanted; ++i)
      EXPECT_EQ(found[static_cast<std::size_t>(i)], static_cast<T>(static_cast<float>(i)));
  };
  for (const std::ptrdiff_t count : {1, 2, 100, 5000}) {
    check(std::int8_t(), count);
    check(std::uint16_t(), count);
    check(gpu::float16(), count);
    check(float(), count);
    check(std::int64_t(), count);
    check(double(), count);
  }
}

TEST_P(sets, unique_keeps_the_first_zero) {
  for (const bool is_negative : {false, true}) {
    const float first = is_negative ? -0.F : 0.F;
    const ndarray<float> a{1, first, -first, -first, -1, first};
    const std::vector<float> found = values(gpu::unique(a));
    ASSERT_EQ(found, (std::vector<float>{-1, 0, 1}));
    EXPECT_EQ(std::signbit(found[1]), is_negative);
    const auto [counted, counts] = gpu::unique(a, gpu::return_counts);
    EXPECT_EQ(values(counts), (indices{1, 4, 1}));
    EXPECT_EQ(std::signbit(values(counted)[1]), is_negative);
    const auto [with_index, index] = gpu::unique(a, gpu::return_index);
    EXPECT_EQ(values(index), (indices{4, 1, 0}));
    EXPECT_EQ(std::signbit(values(with_index)[1]), is_negative);
  }
  EXPECT_EQ(values(gpu::unique(ndarray<double>{3, -nan, nan, 3})).size(), 2U);
  EXPECT_EQ(gpu::unique(gpu::zeros<float>({0})).shape(), shape{0});
  EXPECT_EQ(values(gpu::unique(ndarray<float>(2.F))), std::vector<float>{2});
}

TEST_P(sets, unique_along_an_axis) {
  const ndarray<int> a{{1, 2, 1}, {0, 0, 0}, {1, 2, 1}};
  const auto [rows, inverse, counts] = gpu::unique(a, 0, gpu::return_counts, gpu::return_inverse);
  EXPECT_TRUE(gpu::array_equal(rows, ndarray<int>{{0, 0, 0}, {1, 2, 1}}));
  EXPECT_EQ(values(inverse), (indices{1, 0, 1}));
  EXPECT_EQ(values(counts), (indices{1, 2}));
  EXPECT_TRUE(gpu::array_equal(gpu::unique(a, -1), ndarray<int>{{1, 2}, {0, 0}, {1, 2}}));
  EXPECT_EQ(message_of<gpu::axis_error>([&] { (void)gpu::unique(a, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_THROW((void)gpu::unique(ndarray<int>(3), 0), gpu::axis_error);
}

TEST_P(sets, unique_along_the_only_axis_is_that_of_all_elements) {
  const double nan = gpu::nan;
  const ndarray<double> a{nan, 1, nan, 1};
  const auto [found, inverse] = gpu::unique(a, 0, gpu::return_inverse);
  EXPECT_EQ(found.shape(), (gpu::shape{2}));
  EXPECT_EQ(values(inverse), (indices{1, 0, 1, 0}));
  EXPECT_EQ(gpu::unique(a, -1, gpu::equal_nan(false)).size(), 3U);
  EXPECT_EQ(gpu::unique(gpu::reshape(a, {4, 1}), 0).size(), 3U);
  EXPECT_THROW((void)gpu::unique(a, 1), gpu::axis_error);
}

TEST_P(sets, of_two_dtypes) {
  const ndarray<std::int16_t> a{3, 1, 1, 2};
  const ndarray<double> b{{2.5, 2}, {3, 2}};
  static_assert(std::is_same_v<decltype(gpu::union1d(a, b))::value_type, double>);
  static_assert(std::is_same_v<decltype(gpu::setdiff1d(a, b))::value_type, std::int16_t>);
  EXPECT_EQ(values(gpu::union1d(a, b)), (std::vector<double>{1, 2, 2.5, 3}));
  EXPECT_EQ(values(gpu::intersect1d(a, b)), (std::vector<double>{2, 3}));
  EXPECT_EQ(values(gpu::setxor1d(a, b)), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(values(gpu::setdiff1d(a, b)), std::vector<std::int16_t>{1});
  EXPECT_EQ(values(gpu::setdiff1d(a, ndarray<int>{3}, true)), (std::vector<std::int16_t>{1, 1, 2}));
  EXPECT_EQ(values(gpu::intersect1d(ndarray<int>{3, 1, 2}, b, true)), (std::vector<double>{2, 3}));
  EXPECT_EQ(values(gpu::isin(b, a)), (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(gpu::isin(b, a).shape(), b.shape());
  EXPECT_EQ(gpu::in1d(b, a).shape(), shape{4});
}

TEST_P(sets, union_with_a_number) {
  const ndarray<std::int8_t> a{{5, 1}, {5, 3}};
  static_assert(std::is_same_v<decltype(gpu::union1d(a, 4)), ndarray<std::int8_t>>);
  EXPECT_EQ(values(gpu::union1d(a, 4)), (std::vector<std::int8_t>{1, 3, 4, 5}));
  EXPECT_EQ(values(gpu::union1d(3, a)), (std::vector<std::int8_t>{1, 3, 5}));
  EXPECT_EQ(values(gpu::union1d(a, 2.5)), (std::vector<double>{1, 2.5, 3, 5}));
  EXPECT_EQ(values(gpu::union1d(a, a(0, 0))), (std::vector<std::int8_t>{1, 3, 5}));
  EXPECT_THROW((void)gpu::union1d(a, 300), gpu::overflow_error);
}

TEST_P(sets, unique_values_and_what_belongs_to_them_by_place) {
  const ndarray<int> a{5, 1, 5};
  ndarray<int> found;
  ndarray<std::int64_t> counts, inverse, indices;
  std::tie(found, counts) = gpu::unique_counts(a);
  EXPECT_EQ(values(found), (std::vector{1, 5}));
  EXPECT_EQ(values(counts), (std::vector<std::int64_t>{1, 2}));
  std::tie(found, inverse) = gpu::unique_inverse(a);
  EXPECT_EQ(values(inverse), (std::vector<std::int64_t>{1, 0, 1}));
  std::tie(found, indices, inverse, counts) = gpu::unique_all(a);
  EXPECT_EQ(values(indices), (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(std::get<1>(gpu::unique_counts(a)), counts);
  EXPECT_EQ(std::get<0>(gpu::topk(a, 1)).item(), 5);
  auto both = gpu::unique_counts(a);
  std::get<0>(both) = ndarray<int>{7};
  EXPECT_EQ(both.values.item(), 7);
}

TEST_P(sets, isin_takes_a_list) {
  const ndarray<int> a{1, 2, 3, 2};
  EXPECT_EQ(values(gpu::isin(a, {2, 5})), (std::vector{false, true, false, true}));
  EXPECT_EQ(values(gpu::in1d(a, {1., 3.})), (std::vector{true, false, true, false}));
  EXPECT_EQ(values(gpu::isin(a, {1.5, 3.0}, false, true)), (std::vector{true, true, false, true}));
}

TEST_P(sets, of_arrays_whose_dtype_is_known_at_run_time) {
  const ndarray<int> a{3, 1, 2, 2};
  const ndarray<double> b{2, 3, 7};
  const gpu::any_expression x(a.node());
  const gpu::any_expression y(b.node());
  using doubles = std::vector<double>;
  EXPECT_EQ(values(gpu::intersect1d(y, a).as<double>()), (doubles{2, 3}));
  EXPECT_EQ(values(gpu::intersect1d(a, y, false).as<double>()), (doubles{2, 3}));
  EXPECT_EQ(values(gpu::intersect1d(y, x, true).as<double>()), (doubles{2, 3}));
  EXPECT_EQ(values(gpu::union1d(x, b).as<double>()), (doubles{1, 2, 3, 7}));
  EXPECT_EQ(values(gpu::setxor1d(x, y).as<double>()), (doubles{1, 7}));
  EXPECT_EQ(values(gpu::setdiff1d(x, y).as<int>()), (std::vector{1}));
  EXPECT_EQ(values(gpu::setdiff1d(a, y)), (std::vector{1}));
  EXPECT_EQ(values(gpu::intersect1d(x, {2, 3, 4}).as<int>()), (std::vector{2, 3}));
}

TEST_P(sets, intersections_of_vectors_and_lists_have_indices) {
  const ndarray<int> a{3, 1, 5};
  const auto [of_list, i, j] = gpu::intersect1d(a, {1, 3}, gpu::return_indices);
  static_assert(std::is_same_v<decltype(of_list), const ndarray<int>>);
  EXPECT_EQ(values(of_list), (std::vector{1, 3}));
  EXPECT_EQ(values(i), (indices{1, 0}));
  EXPECT_EQ(values(j), (indices{0, 1}));
  EXPECT_EQ(i.device(), GetParam());
  const std::vector<std::int64_t> vector{1, 3};
  const auto [of_vector, k, l] = gpu::intersect1d(vector, a, gpu::return_indices);
  EXPECT_EQ(values(of_vector), vector);
  EXPECT_EQ(values(k), (indices{0, 1}));
  EXPECT_EQ(values(l), (indices{1, 0}));
  const auto [of_several, m, n] = gpu::intersect1d(a, {7, 1.0}, gpu::return_indices);
  EXPECT_EQ(values(of_several.as<double>()), std::vector{1.0});
  EXPECT_EQ(values(m), indices{1});
  EXPECT_EQ(values(n), indices{1});
}

TEST_P(sets, intersections_have_indices_where_elements_are_unique) {
  const ndarray<int> a{3, 1, 5};
  const ndarray<int> b{5, 1, 7};
  const auto is_right = [](const auto& result) {
    return values(std::get<0>(result)) == std::vector{1, 5} &&
           values(std::get<1>(result)) == indices{1, 2} &&
           values(std::get<2>(result)) == indices{1, 0};
  };
  EXPECT_TRUE(is_right(gpu::intersect1d(a, b, true, gpu::return_indices)));
  EXPECT_TRUE(is_right(gpu::intersect1d(a, b, gpu::return_indices, true)));
  EXPECT_TRUE(is_right(gpu::intersect1d(a, b, false, gpu::return_indices)));
  EXPECT_TRUE(is_right(gpu::intersect1d(a, {5, 1, 7}, true, gpu::return_indices)));
  EXPECT_TRUE(is_right(gpu::intersect1d({3, 1, 5}, {5, 1, 7}, gpu::return_indices, true)));
}

TEST_P(sets, nans_are_in_none) {
  const ndarray<double> a{nan, 1};
  EXPECT_EQ(values(gpu::isin(a, a)), (std::vector<bool>{false, true}));
  EXPECT_EQ(values(gpu::intersect1d(a, a)), std::vector<double>{1});
  EXPECT_EQ(gpu::setdiff1d(a, a).size(), 1U);
  EXPECT_EQ(gpu::setxor1d(a, a).size(), 2U);
  EXPECT_EQ(gpu::union1d(a, a).size(), 2U);
}

TEST_P(sets, isin_is_computed_when_it_is_needed) {
  ndarray<int> tests{3, 1};
  const ndarray<int> a{1, 2, 3};
  const auto found = gpu::isin(a, tests);
  EXPECT_NE(gpu::explain(found).find("sort"), std::string::npos);
  tests = ndarray<int>{2, 2};
  EXPECT_EQ(values(!found), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(values(gpu::isin(a, -tests, false, true)), (std::vector<bool>{true, true, true}));
}

TEST_P(sets, isin_takes_numbers_and_vectors) {
  const ndarray<int> a = {1, 2, 3};
  EXPECT_EQ(values(gpu::isin(a, 3)), (std::vector<bool>{false, false, true}));
  EXPECT_EQ(values(gpu::isin(a, 2, false, true)), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(values(gpu::isin(a, std::vector{3.0, 1.0})), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(values(gpu::in1d(a, 1)), (std::vector<bool>{true, false, false}));
}

// float64, which both are promoted to, holds no 2^53 + 1.
TEST_P(sets, isin_compares_large_integers_of_either_sign_exactly) {
  constexpr std::int64_t large = std::int64_t{1} << 53;
  const ndarray<std::int64_t> a = {large, large + 1, -1, 3};
  const ndarray<std::uint64_t> b = {std::uint64_t{large} + 1, ~std::uint64_t{0}, 3};
  EXPECT_EQ(values(gpu::isin(a, b)), (std::vector<bool>{false, true, false, true}));
  EXPECT_EQ(values(gpu::isin(b, a)), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(values(gpu::isin(a, b, false, true)), (std::vector<bool>{true, false, true, false}));
  EXPECT_EQ(values(gpu::isin(b, a, false, true)), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(values(gpu::isin(ndarray<std::int8_t>{-1, 3}, b)), (std::vector<bool>{false, true}));
  EXPECT_EQ(values(gpu::isin(b, ndarray<std::int64_t>::from_shape({0}))),
            (std::vector<bool>{false, false, false}));
  EXPECT_EQ(values(gpu::isin(b, large + 1)), (std::vector<bool>{true, false, false}));
  EXPECT_EQ(values(gpu::setdiff1d(a, b)), (std::vector<std::int64_t>{-1, large}));
}

TEST_P(sets, isin_searches_many_large_integers_exactly) {
  constexpr std::int64_t first = (std::int64_t{1} << 62) - 500;
  const ndarray<std::int64_t> a = gpu::arange<std::int64_t>(first, first + 1000);
  const ndarray<std::uint64_t> b = (2 * gpu::arange<std::uint64_t>(first / 2, first / 2 + 500));
  const ndarray<bool> found = gpu::isin(a, b);
  EXPECT_TRUE(gpu::array_equal(found, gpu::equal(a % 2, 0)));
  EXPECT_TRUE(gpu::all(gpu::isin(b, a)));
}

INSTANTIATE_TEST_SUITE_P(each, sets, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
