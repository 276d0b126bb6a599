// SPDX-License-Identifier: BSD-3-Clause
// Quantiles of rows that are too long to be sorted in shared memory, against those of sorted rows.
#include <algorithm>
#include <cstddef>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/statistics/quantile.hpp>
#include <gpu/elementwise/support/quantile.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::quantile_rule;
namespace method = gpu::quantile_method;

enum class order { mixed, ascending, descending, few, equal, clustered, with_nans, only_nans };
constexpr order orders[] = {order::mixed, order::ascending, order::descending, order::few,
                            order::equal, order::clustered, order::with_nans,  order::only_nans};

/// Elements of one row. Nans only of types that have them.
template <class T>
std::vector<T> drawn(order how, std::ptrdiff_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> row;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const auto number = static_cast<int>(random() % 200001) - 100000;
    const auto place = static_cast<int>(i);
    double x = number / 16.0;
    if (how == order::ascending) x = place;
    if (how == order::descending) x = -place;
    if (how == order::few) x = number % 2 == 0 ? -0.0 : number % 3;
    if (how == order::equal) x = 7;
    if (how == order::clustered) x = place % 1024 == 0 ? number : 1 + number * 1e-9;
    T element = gpu::math::cast<T>(x);
    if constexpr (!gpu::integral_element<T>)
      if (how == order::only_nans || (how == order::with_nans && number % 3 == 0))
        element = gpu::math::cast<T>(gpu::math::nan<float>);
    row.push_back(element);
  }
  return row;
}

template <class T>
std::vector<T> sorted_numbers(std::vector<T> row) {
  if constexpr (!gpu::integral_element<T>)
    std::erase_if(row, [](const T& x) { return gpu::math::isnan(x); });
  std::sort(row.begin(), row.end(),
            [](const T& a, const T& b) { return gpu::math::sort_key(a) < gpu::math::sort_key(b); });
  return row;
}

template <class R, class T>
R expected(const std::vector<T>& row, quantile_rule rule, double q, bool skips_nans) {
  const std::vector<T> numbers = sorted_numbers(row);
  if (numbers.empty() || (!skips_nans && numbers.size() < row.size()))
    return gpu::math::cast<R>(gpu::math::nan<float>);
  const auto count = static_cast<long long>(numbers.size());
  return gpu::math::quantile_at<R>(
      rule, gpu::math::place_of_quantile(rule, count, q),
      [&](long long i) { return numbers[static_cast<std::size_t>(i)]; });
}

/// Which of several zeros is in the middle is not said.
template <class R>
bool is_same(const R& a, const R& b) {
  return a == b || gpu::math::sort_key(a) == gpu::math::sort_key(b);
}

/// `found` is of (q, rows).
template <class R, class T>
void expect_quantiles(const ndarray<R>& found, const std::vector<std::vector<T>>& rows,
                      quantile_rule rule, const std::vector<double>& q, bool skips_nans) {
  const std::vector<R> values = gpu::test::values(found);
  ASSERT_EQ(values.size(), q.size() * rows.size());
  for (std::size_t k = 0; k < q.size(); ++k)
    for (std::size_t row = 0; row < rows.size(); ++row)
      EXPECT_TRUE(
          is_same(values[k * rows.size() + row], expected<R>(rows[row], rule, q[k], skips_nans)))
          << "row " << row << " of " << rows.size() << ", " << rows[row].size() << " columns, q "
          << q[k] << ", rule " << static_cast<int>(rule);
}

template <class T>
ndarray<T> matrix_of(const std::vector<std::vector<T>>& rows) {
  std::vector<T> all;
  for (const std::vector<T>& row : rows) all.insert(all.end(), row.begin(), row.end());
  return gpu::from_host<T>(all.data(), {static_cast<std::ptrdiff_t>(rows.size()),
                                        static_cast<std::ptrdiff_t>(rows[0].size())});
}

template <class T>
std::vector<std::vector<T>> drawn_rows(order how, std::size_t count, std::ptrdiff_t columns) {
  std::vector<std::vector<T>> rows;
  for (std::size_t row = 0; row < count; ++row)
    rows.push_back(drawn<T>(how, columns, static_cast<unsigned>(row)));
  return rows;
}

template <class T>
void check_type() {
  for (const order how : orders) {
    const std::vector<std::vector<T>> rows = drawn_rows<T>(how, 3, 9001);
    const ndarray<T> a = matrix_of(rows);
    const std::vector<double> q{0.25, 0.0, 1.0, 0.999};
    expect_quantiles<T>(gpu::quantile(a, q, 1, method::lower), rows, quantile_rule::lower, q,
                        false);
    expect_quantiles<T>(gpu::nanquantile(a, {0.5}, 1, method::higher), rows, quantile_rule::higher,
                        {0.5}, true);
  }
}

class long_row_quantiles : public gpu::test::on_device {};

TEST_P(long_row_quantiles, of_every_type_are_elements_of_sorted_rows) {
  check_type<std::int8_t>();
  check_type<std::uint8_t>();
  check_type<std::int16_t>();
  check_type<std::uint16_t>();
  check_type<std::int32_t>();
  check_type<std::uint32_t>();
  check_type<std::int64_t>();
  check_type<std::uint64_t>();
  check_type<gpu::float16>();
  check_type<gpu::bfloat16>();
  check_type<float>();
  check_type<double>();
  const ndarray<bool> bits(gpu::equal(gpu::arange<int>(20000) % 4, 1));
  EXPECT_FALSE(gpu::quantile(bits, 0.5, method::lower)());
  EXPECT_TRUE(gpu::quantile(bits, 0.75, method::higher)());
}

TEST_P(long_row_quantiles, lie_between_elements) {
  for (const order how : orders) {
    const std::vector<std::vector<float>> rows = drawn_rows<float>(how, 2, 30001);
    const ndarray<float> a = matrix_of(rows);
    const std::vector<double> q{0.02, 0.98};
    expect_quantiles<double>(gpu::quantile(a, q, 1), rows, quantile_rule::linear, q, false);
    expect_quantiles<double>(gpu::nanquantile(a, q, 1), rows, quantile_rule::linear, q, true);
    expect_quantiles<double>(gpu::quantile(a, q, 1, method::weibull), rows, quantile_rule::weibull,
                             q, false);
    expect_quantiles<float>(gpu::median(a, 1), rows, quantile_rule::middle, {0.5}, false);
    expect_quantiles<float>(gpu::nanmedian(a, 1), rows, quantile_rule::middle, {0.5}, true);
  }
}

TEST_P(long_row_quantiles, of_rows_of_any_number_and_length) {
  struct extents {
    std::size_t rows;
    std::ptrdiff_t columns;
  };
  for (const auto& [count, columns] :
       {extents{1, 4097}, extents{1, 8193}, extents{1, 654321}, extents{5, 65536},
        extents{130, 8192}, extents{1100, 4099}}) {
    const std::vector<std::vector<float>> rows = drawn_rows<float>(order::mixed, count, columns);
    const ndarray<float> a = matrix_of(rows);
    expect_quantiles<float>(gpu::median(a, 1), rows, quantile_rule::middle, {0.5}, false);
  }
}

TEST_P(long_row_quantiles, of_any_number) {
  const std::vector<std::vector<double>> rows = drawn_rows<double>(order::mixed, 2, 10000);
  const ndarray<double> a = matrix_of(rows);
  for (const std::size_t count : {1, 2, 7, 15, 16, 40}) {
    std::vector<double> q;
    for (std::size_t k = 0; k < count; ++k)
      q.push_back(static_cast<double>(k * 7 % count) / static_cast<double>(count));
    expect_quantiles<double>(gpu::quantile(a, q, 1), rows, quantile_rule::linear, q, false);
  }
}

TEST_P(long_row_quantiles, along_other_axes_and_of_expressions) {
  const std::vector<std::vector<float>> rows = drawn_rows<float>(order::mixed, 4, 9000);
  const ndarray<float> a = matrix_of(rows);
  const ndarray<float> turned(gpu::transpose(a));
  expect_quantiles<float>(gpu::median(turned, 0), rows, quantile_rule::middle, {0.5}, false);
  std::vector<std::vector<float>> doubled = rows;
  for (std::vector<float>& row : doubled)
    for (float& x : row) x = x * 2.0f + 1.0f;
  expect_quantiles<float>(gpu::nanmedian(a * 2.0f + 1.0f, 1), doubled, quantile_rule::middle, {0.5},
                          true);
  std::vector<float> all;
  for (const std::vector<float>& row : rows) all.insert(all.end(), row.begin(), row.end());
  expect_quantiles<float>(gpu::median(a), std::vector<std::vector<float>>{all},
                          quantile_rule::middle, {0.5}, false);
}

INSTANTIATE_TEST_SUITE_P(devices, long_row_quantiles, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
