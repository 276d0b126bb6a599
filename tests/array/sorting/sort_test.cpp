// SPDX-License-Identifier: BSD-3-Clause
// What golden_test.cpp does not compare with NumPy: descending orders, long rows, operands of other
// forms, errors, and functions that NumPy lacks.
#include <gpu/array/sorting/sort.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using indices = std::vector<std::int64_t>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

class sorting : public gpu::test::on_device {
 protected:
  /// Sorted positions in rows of `columns`.
  template <class T, class Before>
  static indices positions(const std::vector<T>& elements, std::size_t columns, Before before) {
    indices order(elements.size());
    for (std::size_t row = 0; row < elements.size(); row += columns) {
      const auto first = order.begin() + static_cast<std::ptrdiff_t>(row);
      std::iota(first, first + static_cast<std::ptrdiff_t>(columns), 0);
      std::stable_sort(first, first + static_cast<std::ptrdiff_t>(columns), [&](auto a, auto b) {
        return before(elements[row + static_cast<std::size_t>(a)],
                      elements[row + static_cast<std::size_t>(b)]);
      });
    }
    return order;
  }

  template <class T>
  void check_rows(std::size_t rows, std::size_t columns, int different) {
    std::mt19937 random(static_cast<unsigned>(rows * columns));
    std::vector<T> elements(rows * columns);
    for (T& element : elements)
      element = static_cast<T>(static_cast<int>(random() % static_cast<unsigned>(different)) -
                               different / 2);
    const shape extents{static_cast<std::ptrdiff_t>(rows), static_cast<std::ptrdiff_t>(columns)};
    const ndarray<T> a = gpu::from_host<T>(elements.data(), extents);
    const indices up = positions(elements, columns, [](T x, T y) { return x < y; });
    const indices down = positions(elements, columns, [](T x, T y) { return x > y; });
    EXPECT_EQ(values(gpu::argsort(a)), up) << rows << " x " << columns;
    EXPECT_EQ(values(gpu::argsort(a, -1, true)), down) << rows << " x " << columns;
    const ndarray<T> sorted = gpu::sort(a);
    EXPECT_TRUE(gpu::array_equal(sorted, gpu::take_along_axis(a, gpu::argsort(a))));
    EXPECT_TRUE(gpu::array_equal(gpu::sort(a, -1, true), gpu::flip(sorted, 1)));
    const ndarray<T> columns_first = gpu::transpose(a);
    EXPECT_TRUE(gpu::array_equal(gpu::sort(columns_first, 0), gpu::transpose(sorted)));
  }
};

TEST_P(sorting, of_rows_of_every_length) {
  for (const std::size_t columns : {1, 2, 127, 128, 129, 1000}) {
    check_rows<std::int32_t>(37, columns, 20);
    check_rows<double>(3, columns, 1000);
    check_rows<std::int8_t>(1, columns, 200);
  }
  check_rows<float>(2, 70'001, 50'000);
  check_rows<std::int64_t>(1, 70'001, 500);
  check_rows<std::int16_t>(3000, 17, 100);
  check_rows<std::int8_t>(1, 70'001, 256);
  check_rows<gpu::float16>(2, 70'001, 1000);
}

TEST_P(sorting, descending_keeps_the_order_of_equal_elements) {
  const ndarray<double> a{1, 0, -0.0, nan, 1, 0, nan};
  EXPECT_EQ(values(gpu::argsort(a, -1, true)), (indices{3, 6, 0, 4, 1, 2, 5}));
  EXPECT_EQ(values(gpu::argsort(a)), (indices{1, 2, 5, 0, 4, 3, 6}));
  const std::vector<double> sorted = values(gpu::sort(a, -1, true));
  EXPECT_TRUE(std::isnan(sorted[0]) && std::isnan(sorted[1]));
  EXPECT_EQ(std::vector<double>(sorted.begin() + 2, sorted.end()),
            (std::vector<double>{1, 1, 0, 0, 0}));
  const ndarray<bool> flags{true, false, true, false};
  EXPECT_EQ(values(gpu::argsort(flags, 0, true)), (indices{0, 2, 1, 3}));
  EXPECT_EQ(values(gpu::sort(flags, 0, true)), (std::vector<bool>{true, true, false, false}));
  using c = std::complex<double>;
  const ndarray<c> z{c(1, 2), c(0, nan), c(1, 3), c(1, 2), c(nan, 0)};
  EXPECT_EQ(values(gpu::argsort(z, -1, true)), (indices{4, 1, 2, 0, 3}));
  EXPECT_EQ(values(gpu::argsort(z.astype<std::complex<float>>(), -1, true)),
            (indices{4, 1, 2, 0, 3}));
}

TEST_P(sorting, of_zeros_with_signs) {
  const ndarray<float> a{0.F, -0.F, 1.F, -0.F, 0.F};
  const auto signs = [](const auto& sorted) {
    std::vector<bool> negative;
    for (const float x : values(sorted)) negative.push_back(std::signbit(x));
    return negative;
  };
  EXPECT_EQ(signs(gpu::sort(a)), (std::vector<bool>{true, true, false, false, false}));
  EXPECT_EQ(signs(gpu::sort(a, 0, false, true)),
            (std::vector<bool>{false, true, true, false, false}));
  EXPECT_EQ(signs(gpu::sort(a, 0, true)), (std::vector<bool>{false, false, false, true, true}));
  EXPECT_EQ(signs(gpu::sort(a, 0, true, true)),
            (std::vector<bool>{false, false, true, true, false}));
}

TEST_P(sorting, of_the_ends_of_every_range) {
  using i64 = std::numeric_limits<std::int64_t>;
  using u64 = std::numeric_limits<std::uint64_t>;
  EXPECT_EQ(values(gpu::sort(ndarray<std::int64_t>{0, i64::max(), -1, i64::min(), 1})),
            (std::vector<std::int64_t>{i64::min(), -1, 0, 1, i64::max()}));
  EXPECT_EQ(values(gpu::sort(ndarray<std::uint64_t>{u64::max(), 0, u64::max() / 2 + 1, 1})),
            (std::vector<std::uint64_t>{0, 1, u64::max() / 2 + 1, u64::max()}));
  EXPECT_EQ(values(gpu::sort(ndarray<double>{infinity, 5e-324, -infinity, -5e-324, 0})),
            (std::vector<double>{-infinity, -5e-324, 0, 5e-324, infinity}));
  EXPECT_EQ(values(gpu::argsort(ndarray<double>{-nan, infinity, nan, -infinity})),
            (indices{3, 1, 0, 2}));
}

TEST_P(sorting, of_views_and_expressions) {
  const ndarray<int> a{{5, 1, 4}, {2, 0, 3}};
  EXPECT_EQ(values(gpu::sort(gpu::transpose(a))), (std::vector<int>{2, 5, 0, 1, 3, 4}));
  EXPECT_EQ(values(gpu::sort(gpu::flip(a), 0)), (std::vector<int>{3, 0, 2, 4, 1, 5}));
  EXPECT_EQ(values(gpu::sort(a * 2 + 1, std::nullopt)), (std::vector<int>{1, 3, 5, 7, 9, 11}));
  EXPECT_EQ(values(gpu::sort(gpu::broadcast_to(ndarray<int>{3, 1}, {2, 2}))),
            (std::vector<int>{1, 3, 1, 3}));
  EXPECT_EQ(values(gpu::argsort(gpu::view(a, gpu::all(), gpu::range(1, 3)), -1)),
            (indices{0, 1, 0, 1}));
  using c = std::complex<float>;
  const ndarray<c> z{{c(1, 1), c(1, 0)}, {c(0, 1), c(0, 0)}};
  EXPECT_EQ(values(gpu::sort(gpu::transpose(z) + 1, 0)),
            (std::vector<c>{c(2, 0), c(1, 0), c(2, 1), c(1, 1)}));
}

TEST_P(sorting, of_views_in_place) {
  ndarray<int> a{{5, 1, 4}, {2, 0, 3}};
  gpu::view(a, 0).sort();
  gpu::view(a, gpu::all(), 1).sort();
  EXPECT_EQ(values(a), (std::vector<int>{1, 0, 5, 2, 4, 3}));
  gpu::view(a, gpu::all(), gpu::range(0, 2)).sort(0);
  gpu::view(a, 1).partition(0);
  EXPECT_EQ(values(gpu::view(a, 0)), (std::vector<int>{1, 0, 5}));
  EXPECT_EQ(a(1, 0), 2);
  gpu::view(a, 1).partition({1, 2});
  EXPECT_EQ(values(a), (std::vector<int>{1, 0, 5, 2, 3, 4}));
  EXPECT_THROW(gpu::view(a, 0).sort(1), gpu::axis_error);
  EXPECT_THROW(gpu::view(a, 0).partition(3), gpu::value_error);
}

TEST_P(sorting, is_computed_when_it_is_needed) {
  ndarray<int> a{3, 1, 2};
  const auto sorted = gpu::sort(a);
  EXPECT_NE(gpu::explain(sorted).find("sort"), std::string::npos);
  a = ndarray<int>{9, 9, 9};
  EXPECT_EQ(values(sorted + 1), (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(gpu::sum(sorted * sorted).item(), 14);
  EXPECT_EQ(sorted.device(), GetParam());
}

TEST_P(sorting, names_what_is_wrong) {
  const ndarray<int> number(3);
  const ndarray<int> a{{1, 2, 3}, {4, 5, 6}};
  using gpu::axis_error;
  EXPECT_EQ(message_of<axis_error>([&] { (void)gpu::sort(number); }),
            "axis -1 is out of bounds for array of dimension 0");
  EXPECT_EQ(message_of<axis_error>([&] { (void)gpu::sort(a, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(message_of<axis_error>([&] { (void)gpu::argsort(number, 1); }),
            "axis 1 is out of bounds for array of dimension 1");
  EXPECT_EQ(values(gpu::sort(number, std::nullopt)), std::vector<int>{3});
  EXPECT_EQ(gpu::argsort(number).shape(), shape{1});
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::partition(a, 3); }),
            "kth(=3) out of bounds (3)");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::argpartition(a, {0, -4}, 1);
            }),
            "kth(=-1) out of bounds (3)");
  EXPECT_EQ(message_of<axis_error>([&] { (void)gpu::partition(number, 0); }),
            "axis -1 is out of bounds for array of dimension 0");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::topk(a, 4); }),
            "k(=4) out of bounds (3)");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::topk(a, -1, 0); }),
            "k(=-1) out of bounds (2)");
  EXPECT_THROW((void)gpu::sort_complex(number), axis_error);
}

TEST_P(sorting, partition_puts_the_kth_in_its_place) {
  const ndarray<int> a{{7, 1, 5}, {2, 9, 4}};
  EXPECT_EQ(values(gpu::partition(a, 1)), (std::vector<int>{1, 5, 7, 2, 4, 9}));
  EXPECT_EQ(values(gpu::partition(a, {0, -1}, 0)), (std::vector<int>{2, 1, 4, 7, 9, 5}));
  EXPECT_EQ(values(gpu::argpartition(a, 1)), (indices{1, 2, 0, 0, 2, 1}));
  EXPECT_EQ(values(gpu::partition(a, -1, std::nullopt)).back(), 9);
  EXPECT_EQ(gpu::partition(ndarray<int>(), 0).shape(), shape{0});
  EXPECT_EQ(values(gpu::argpartition(ndarray<int>(3), 0)), indices{0});
}

TEST_P(sorting, partition_takes_any_list_of_positions) {
  const ndarray<int> a{5, 3, 4, 1};
  const std::vector sorted{1, 3, 4, 5};
  EXPECT_EQ(values(gpu::partition(a, std::vector{1, 2})), sorted);
  EXPECT_EQ(values(gpu::partition(a, std::array<std::size_t, 2>{0, 3})), sorted);
  EXPECT_EQ(values(gpu::partition(a, ndarray<std::uint8_t>{2})), sorted);
  EXPECT_EQ(values(gpu::argpartition(a, std::vector{-1})), (std::vector<std::int64_t>{3, 1, 2, 0}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::partition(a, std::vector{0, 4});
            }),
            "kth(=4) out of bounds (4)");
}

TEST_P(sorting, by_several_keys) {
  const ndarray<std::int8_t> years{3, 1, 3, 1};
  using c = std::complex<double>;
  const ndarray<c> names{c(0, 2), c(1, 0), c(0, 1), c(0, 5)};
  EXPECT_EQ(values(gpu::lexsort(std::tuple(names, years))), (indices{3, 1, 2, 0}));
  EXPECT_EQ(values(gpu::lexsort(std::tuple(years, names))), (indices{2, 0, 3, 1}));
  EXPECT_EQ(values(gpu::lexsort(std::tuple(years))), (indices{1, 3, 0, 2}));
  EXPECT_EQ(gpu::lexsort(std::tuple(ndarray<int>(3), ndarray<float>(4.F))).shape(), shape());
  EXPECT_THROW((void)gpu::lexsort(std::tuple(years, ndarray<int>{1, 2})), gpu::value_error);
  EXPECT_THROW((void)gpu::lexsort(std::tuple(years), 1), gpu::axis_error);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)gpu::lexsort(ndarray<int>(3)); }),
            "need sequence of keys with len > 0 in lexsort");
}

TEST_P(sorting, takes_the_kinds_of_numpy) {
  const ndarray<int> a = {3, 1, 2};
  for (const char* const kind : {"quicksort", "mergesort", "heapsort", "stable"}) {
    EXPECT_EQ(values(gpu::sort(a, -1, kind)), (std::vector{1, 2, 3}));
    EXPECT_EQ(values(gpu::argsort(a, 0, kind)), (std::vector<std::int64_t>{1, 2, 0}));
  }
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::sort(a, -1, "fast"); }),
            "sort kind must be one of 'quick', 'heap', or 'stable' (got 'fast')");
}

TEST_P(sorting, topk_gives_the_first_of_equal_elements) {
  const ndarray<float> a{{1, 5, 5, 0}, {2, 9, -1, 9}};
  const auto [largest, places] = gpu::topk(a, 2);
  EXPECT_EQ(values(largest), (std::vector<float>{5, 5, 9, 9}));
  EXPECT_EQ(values(places), (indices{1, 2, 1, 3}));
  const auto smallest = gpu::topk(a, 1, 0, false);
  EXPECT_EQ(smallest.values.shape(), (shape{1, 4}));
  EXPECT_EQ(values(smallest.values), (std::vector<float>{1, 5, -1, 0}));
  EXPECT_EQ(values(smallest.indices), (indices{0, 0, 1, 0}));
  EXPECT_EQ(gpu::topk(a, 0).values.shape(), (shape{2, 0}));
  EXPECT_EQ(values(gpu::topk(a, 8, std::nullopt).indices), (indices{5, 7, 1, 2, 4, 0, 3, 6}));
  EXPECT_EQ(values(gpu::topk(ndarray<double>{1, nan, 2}, 2).indices), (indices{1, 2}));
  EXPECT_EQ(values(gpu::topk(ndarray<double>{1, nan, 2}, 2, -1, false).indices), (indices{0, 2}));
}

TEST_P(sorting, sort_complex_converts) {
  using narrow = std::complex<float>;
  using wide = std::complex<double>;
  static_assert(
      std::same_as<decltype(gpu::sort_complex(ndarray<std::int16_t>()))::value_type, narrow>);
  static_assert(std::same_as<decltype(gpu::sort_complex(ndarray<narrow>()))::value_type, narrow>);
  static_assert(std::same_as<decltype(gpu::sort_complex(ndarray<bool>()))::value_type, wide>);
  static_assert(std::same_as<decltype(gpu::sort_complex(ndarray<float>()))::value_type, wide>);
  EXPECT_EQ(values(gpu::sort_complex(ndarray<int>{{3, 1}, {2, 0}})),
            (std::vector<wide>{1, 3, 0, 2}));
}

template <class T>
void expect_sorted_bytes(std::ptrdiff_t count) {
  SCOPED_TRACE(gpu::traits(gpu::dtype_of<T>).name);
  const ndarray<int> numbers = gpu::remainder(gpu::arange<int>(count) * 37 + 5, 251) - 100;
  const ndarray<T> a = numbers.astype<T>();
  std::vector<T> expected = values(a);
  std::stable_sort(expected.begin(), expected.end());
  EXPECT_EQ(values(gpu::sort(a)), expected);
  EXPECT_EQ(values(gpu::sort(gpu::flip(a), 0, false, true)), expected);
  EXPECT_EQ(values(gpu::sort(gpu::reshape(a, {count, 1}), 0)), expected);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(values(gpu::sort(a, 0, true)), expected);
  const ndarray<T> same = gpu::full<T>({count}, a(3));
  EXPECT_EQ(values(gpu::sort(same)), values(same));
}

TEST_P(sorting, many_elements_of_a_byte) {
  for (const std::ptrdiff_t count : {1 << 14, 70001}) {
    expect_sorted_bytes<std::int8_t>(count);
    expect_sorted_bytes<std::uint8_t>(count);
    expect_sorted_bytes<bool>(count);
  }
}

INSTANTIATE_TEST_SUITE_P(each, sorting, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
