// SPDX-License-Identifier: BSD-3-Clause
// Sums of weights in bins, against naive sums; and the fixed-point numbers that they are added in.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/statistics/bincount.hpp>
#include <gpu/array/statistics/histogram.hpp>
#include <gpu/array/statistics/histogramdd.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/kernels/primitives/fixed_point.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

class weighted_histograms : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, weighted_histograms, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

constexpr std::size_t many = 300007;  // more than a GPU sorts

template <class T>
ndarray<T> array_of(const std::vector<T>& x) {
  return gpu::from_host<T>(x.data(), {static_cast<std::ptrdiff_t>(x.size())});
}

std::vector<float> numbers(std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::uniform_real_distribution<float> any(-1.1f, 1.1f);
  std::vector<float> x(size);
  for (float& element : x) element = any(random);
  return x;
}

template <class W>
std::vector<double> naive_sums(const std::vector<float>& x, const std::vector<W>& weights,
                               const std::vector<float>& edges) {
  std::vector<double> sums(edges.size() - 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] >= edges.front() && x[i] <= edges.back())) continue;
    const auto bin = std::upper_bound(edges.begin(), edges.end(), x[i]) - edges.begin() - 1;
    sums[std::min(static_cast<std::size_t>(bin), sums.size() - 1)] +=
        static_cast<double>(weights[i]);
  }
  return sums;
}

/// Weights whose sums are exact in float64, in any order.
template <class W>
void expect_exact_sums(const std::vector<float>& x, int bins) {
  std::vector<W> weights(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int number = static_cast<int>(i * 7919 % 127) - 40;
    weights[i] = static_cast<W>(std::is_integral_v<W> ? number : number * 0.125);
  }
  const auto [sums, edges] =
      gpu::histogram(array_of(x), bins, {-1, 1}, gpu::weights(array_of(weights)));
  const std::vector<double> naive = naive_sums(x, weights, values(edges));
  std::vector<W> expected(naive.size());
  std::transform(naive.begin(), naive.end(), expected.begin(),
                 [](double sum) { return static_cast<W>(sum); });
  EXPECT_EQ(values(sums), expected) << bins;
}

TEST_P(weighted_histograms, add_up_weights) {
  for (const int bins : {1, 16, 300, 1000, 10000, 20000, 100000}) {
    expect_exact_sums<float>(numbers(many), bins);
    expect_exact_sums<double>(numbers(many), bins);
    expect_exact_sums<int>(numbers(many), bins);
  }
  for (const std::size_t size : {0, 1, 1000, 1 << 18, (1 << 18) + 1})
    expect_exact_sums<float>(numbers(size), 10);
}

TEST_P(weighted_histograms, add_up_weights_of_many_blocks) {
  constexpr std::size_t size = (1 << 20) + 3;
  expect_exact_sums<float>(numbers(size), 10000);
  expect_exact_sums<double>(numbers(size), 10000);
}

TEST_P(weighted_histograms, add_up_weights_of_equal_and_sorted_data) {
  std::vector<float> x = numbers(many);
  for (const int bins : {16, 1000, 10000}) {
    expect_exact_sums<float>(std::vector<float>(many, 0.25f), bins);
    expect_exact_sums<double>(std::vector<float>(many, 0.3f), bins);
    std::sort(x.begin(), x.end());
    expect_exact_sums<float>(x, bins);
    expect_exact_sums<double>(x, bins);
  }
}

template <class W>
void expect_near_sums(const std::vector<W>& weights) {
  const std::vector<float> x = numbers(weights.size());
  std::vector<float> uneven;
  for (int k = 0; k <= 300; ++k) uneven.push_back(std::pow(static_cast<float>(k) / 150 - 1, 3.0f));
  std::vector<double> magnitudes(weights.size());
  std::transform(weights.begin(), weights.end(), magnitudes.begin(),
                 [](W w) { return std::abs(static_cast<double>(w)); });
  const std::vector<double> wide(weights.begin(), weights.end());
  const ndarray<double> sums =
      gpu::histogram(array_of(x), array_of(uneven), gpu::weights(array_of(wide)));
  const std::vector<double> found = values(sums);
  const std::vector<double> naive = naive_sums(x, weights, uneven);
  const std::vector<double> bound = naive_sums(x, magnitudes, uneven);
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_NEAR(found[k], naive[k], 1e-13 * bound[k]) << k;
  EXPECT_EQ(values(ndarray<double>(
                gpu::histogram(array_of(x), array_of(uneven), gpu::weights(array_of(wide))))),
            found);
}

TEST_P(weighted_histograms, add_up_weights_of_any_size) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> w(many);
  for (double& weight : w) weight = normal(random);
  expect_near_sums(w);
  expect_near_sums(std::vector<float>(w.begin(), w.end()));
  for (double& weight : w) weight *= 1e-200;
  expect_near_sums(w);
  for (double& weight : w) weight *= 1e-117;  // some denormal
  expect_near_sums(w);
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = std::ldexp(normal(random), int(i % 600) - 300);
  expect_near_sums(w);
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = i % 1000 == 999 ? 3 : 0;
  expect_near_sums(w);
}

/// The largest weights that limbs hold, all in one bin, where no word may overflow. The sample has
/// every 32nd element.
template <class W>
void expect_sum_of_largest(W sign, int bins) {
  constexpr std::size_t size = 1 << 21;
  std::vector<W> weights(size, 2 * sign);
  for (std::size_t i = 0; i < size; i += 32) weights[i] = sign;
  const ndarray<float> x = gpu::full<float>({static_cast<std::ptrdiff_t>(size)}, 0.25001f);
  const auto sums =
      values(ndarray<W>(gpu::histogram(x, bins, {-1, 1}, gpu::weights(array_of(weights)))));
  const std::size_t bin = static_cast<std::size_t>(bins) * 5 / 8;
  EXPECT_EQ(sums[bin], sign * static_cast<W>(2 * size - size / 32)) << bins;
}

TEST_P(weighted_histograms, add_up_many_weights_in_one_bin) {
  for (const int bins : {8, 400, 1000, 8000, 12000})
    for (const int sign : {1, -1}) {
      expect_sum_of_largest<float>(static_cast<float>(sign), bins);
      expect_sum_of_largest<double>(sign, bins);
    }
}

/// Some weights are far larger than the sample says, and some far smaller. Each bin is exact.
template <class W>
void expect_sums_of_unlike_weights(float scale, int bins) {
  std::vector<float> x = numbers(many);
  std::vector<W> weights(many);
  for (std::size_t i = 0; i < many; ++i) {
    x[i] *= scale;
    weights[i] = static_cast<W>(static_cast<int>(i % 127) - 40);
    if (i % 505 == 17) weights[i] = W(-0x1p13);  // the sample has every fifth
    if (i % 505 == 13) x[i] = 0.9375f;
    if (i % 505 == 13) weights[i] = W(0x1.8p-79);
    if (i % 505 == 14) x[i] = -0.9375f;
    if (i % 505 == 14) weights[i] = W(-0x1p-80);
  }
  const auto [sums, edges] =
      gpu::histogram(array_of(x), bins, {-1, 1}, gpu::weights(array_of(weights)));
  std::vector<W> expected;
  for (const double sum : naive_sums(x, weights, values(edges)))
    expected.push_back(static_cast<W>(sum));
  EXPECT_EQ(values(sums), expected) << bins;
}

TEST_P(weighted_histograms, add_up_weights_that_limbs_do_not_hold) {
  for (const float scale : {0.5f, 0.0f})
    for (const int bins : {16, 1000, 10000, 12000}) {
      expect_sums_of_unlike_weights<float>(scale, bins);
      expect_sums_of_unlike_weights<double>(scale, bins);
    }
}

TEST_P(weighted_histograms, do_not_depend_on_the_order_of_many_elements) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "the host adds in order";
  std::vector<float> x = numbers(many);
  std::vector<double> w(many);
  for (std::size_t i = 0; i < many; ++i) w[i] = std::sin(static_cast<double>(i));
  const auto sums = [&] {
    return values(
        ndarray<double>(gpu::histogram(array_of(x), 500, {-1, 1}, gpu::weights(array_of(w)))));
  };
  const std::vector<double> first = sums();
  std::reverse(x.begin(), x.end());
  std::reverse(w.begin(), w.end());
  EXPECT_EQ(sums(), first);
}

TEST_P(weighted_histograms, have_nan_and_infinity_where_they_are) {
  const std::vector<float> x = numbers(many);
  std::vector<double> w(many, 1.0);
  const auto in_bin = [&](int k) {
    return static_cast<std::size_t>(
        std::find_if(x.begin(), x.end(),
                     [&](float v) { return v > 0.5f * k - 0.99f && v < 0.5f * k - 0.51f; }) -
        x.begin());
  };
  w[in_bin(1)] = std::numeric_limits<double>::quiet_NaN();
  w[in_bin(2)] = std::numeric_limits<double>::infinity();
  const std::vector<double> sums =
      values(ndarray<double>(gpu::histogram(array_of(x), 4, {-1, 1}, gpu::weights(array_of(w)))));
  EXPECT_TRUE(std::isfinite(sums[0]));
  EXPECT_TRUE(std::isnan(sums[1]));
  EXPECT_EQ(sums[2], std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isfinite(sums[3]));
}

TEST_P(weighted_histograms, add_up_weights_of_numbers) {
  std::vector<int> x(many);
  std::vector<double> w(many);
  std::vector<double> expected(5000);
  for (std::size_t i = 0; i < many; ++i) {
    x[i] = static_cast<int>(i * 2654435761u % 5000);
    w[i] = static_cast<double>(i % 1000) / 8;
    expected[static_cast<std::size_t>(x[i])] += w[i];
  }
  EXPECT_EQ(values(gpu::bincount(array_of(x), array_of(w))), expected);
  EXPECT_EQ(values(gpu::bincount(array_of(x), array_of(w) * 1.0)), expected);
  EXPECT_EQ(values(gpu::bincount(array_of(x), gpu::abs(array_of(w)))), expected);
  const auto floats = gpu::astype<float>(array_of(w));
  EXPECT_EQ(values(gpu::bincount(array_of(x), floats)), expected);
}

TEST_P(weighted_histograms, add_up_weights_in_boxes) {
  std::vector<float> x(many);
  std::vector<float> y(many);
  std::vector<double> w(many);
  std::vector<double> expected(12);
  for (std::size_t i = 0; i < many; ++i) {
    x[i] = static_cast<float>(i % 5);  // 4 is the last edge, of the last bin
    y[i] = static_cast<float>(i % 7);  // 3 likewise; more is outside
    w[i] = static_cast<double>(i % 1000) / 8;
    if (y[i] <= 3)
      expected[std::min(i % 5, std::size_t{3}) * 3 + std::min(i % 7, std::size_t{2})] += w[i];
  }
  const auto [sums, first, second] = gpu::histogram2d(array_of(x), array_of(y), {4, 3},
                                                      {{0, 4}, {0, 3}}, gpu::weights(array_of(w)));
  EXPECT_EQ(values(sums), expected);
}

TEST_P(weighted_histograms, add_up_weights_of_any_strides) {
  for (const std::ptrdiff_t rows : {3, 700}) {
    const std::ptrdiff_t columns = 401;
    const auto size = static_cast<std::size_t>(rows * columns);
    std::vector<double> w(size);
    for (std::size_t i = 0; i < size; ++i) w[i] = static_cast<double>(i * 7919 % 127) * 0.125;
    const ndarray<float> x = gpu::reshape(array_of(numbers(size)), {rows, columns});
    const ndarray<double> weights = gpu::reshape(array_of(w), {columns, rows});
    const ndarray<float> x_flat = gpu::reshape(gpu::flip(x, 1), {rows * columns});
    const ndarray<double> flat = gpu::reshape(gpu::transpose(weights) * 2, {rows * columns});
    const auto expected = values(gpu::histogram(x_flat, 50, {-1, 1}, gpu::weights(flat)));
    EXPECT_EQ(values(gpu::histogram(gpu::flip(x, 1), 50, {-1, 1},
                                    gpu::weights(gpu::transpose(weights) * 2))),
              expected);
    const ndarray<double> twice = weights * 2;
    EXPECT_EQ(values(gpu::histogram(gpu::flip(x, 1) + 0.0f, 50, {-1, 1},
                                    gpu::weights(gpu::transpose(twice)))),
              expected);
    const auto of_data = gpu::histogram(x_flat, 50, gpu::weights(flat));
    EXPECT_EQ(values(gpu::histogram(gpu::flip(x, 1), 50, gpu::weights(gpu::transpose(twice)))),
              values(of_data));
  }
}

TEST_P(weighted_histograms, weigh_data_with_themselves) {
  std::vector<float> x(many);
  for (std::size_t i = 0; i < many; ++i) x[i] = static_cast<float>(i % 64) / 64;
  const ndarray<float> a = array_of(x);
  const std::vector<float> once =
      values(ndarray<float>(gpu::histogram(a, 64, {0, 1}, gpu::weights(a))));
  for (std::size_t k = 0; k < 64; ++k)
    EXPECT_EQ(once[k],
              static_cast<float>(k) / 64 * static_cast<float>(many / 64 + (k < many % 64)));
}

/// What all of `x` add up to.
template <class T>
double fixed_point_sum(const std::vector<T>& x, int unit) {
  gpu::kernels::fixed_sum sum;
  for (const T element : x) {
    const auto number = gpu::kernels::fixed_number_of(element, unit);
    EXPECT_TRUE(number.is_exact) << element;
    sum.add(number);
  }
  const unsigned long long digits[] = {sum.low & 0xffffffffu, sum.low >> 32, sum.high & 0xffffffffu,
                                       sum.high >> 32};
  return gpu::kernels::value_of(digits, unit);
}

TEST(fixed_point, represents_each_number_exactly) {
  for (const int unit : {-200, -90, -30}) {
    for (int shift = 0; shift <= 95 - 52; ++shift)
      for (const double part : {1.0, 0x1.fffffffffffffp0, 0x1.8000000000001p0, 0x1.23456789abcdp0})
        for (const double x : {std::ldexp(part, unit + 52 + shift), 0.0})
          for (const double signed_x : {x, -x})
            EXPECT_EQ(fixed_point_sum<double>({signed_x}, unit), signed_x) << shift;
    for (int shift = 0; shift <= 95 - 23 && unit > -100; ++shift)
      for (const float part : {1.0f, 0x1.fffffep0f, 0x1.800002p0f})
        for (const float sign : {1.0f, -1.0f}) {
          const float x = std::ldexp(part * sign, unit + 23 + shift);
          EXPECT_EQ(fixed_point_sum<float>({x}, unit), x) << shift;
        }
    EXPECT_EQ(fixed_point_sum<double>({std::ldexp(1, unit)}, unit), std::ldexp(1, unit));
    EXPECT_EQ(fixed_point_sum<double>({-std::ldexp(3, unit)}, unit), -std::ldexp(3, unit));
  }
}

TEST(fixed_point, says_what_is_not_exact) {
  using gpu::kernels::fixed_number_of;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const int unit : {-1000, -86, 0, 928})
    for (const double x : {infinite, -infinite, nan, -nan})
      EXPECT_FALSE(fixed_number_of(x, unit).is_exact) << unit;
  for (const int unit : {-200, -86, 0, 32})
    for (const double x : {infinite, -infinite, nan, -nan})
      EXPECT_FALSE(fixed_number_of(static_cast<float>(x), unit).is_exact) << unit;
  EXPECT_FALSE(fixed_number_of(0.5, 0).is_exact);
  EXPECT_FALSE(fixed_number_of(1 + 0x1p-52, -51).is_exact);
  EXPECT_TRUE(fixed_number_of(1 + 0x1p-51, -51).is_exact);
  EXPECT_FALSE(fixed_number_of(1e-300, -86).is_exact);
  EXPECT_TRUE(fixed_number_of(0x1p95, 0).is_exact);
  EXPECT_FALSE(fixed_number_of(0x1p96, 0).is_exact);
  EXPECT_FALSE(fixed_number_of(0x1p96f, 0).is_exact);
  EXPECT_TRUE(fixed_number_of(0.0, 100).is_exact);
  EXPECT_TRUE(fixed_number_of(-0.0f, 20).is_exact);
  EXPECT_TRUE(fixed_number_of(std::numeric_limits<double>::denorm_min(), -1074).is_exact);
}

TEST(fixed_point, rounds_sums_once) {
  EXPECT_EQ(fixed_point_sum<double>({0x1p60, 0x1p-20, -0x1p60}, -30), 0x1p-20);
  EXPECT_EQ(fixed_point_sum<double>({0x1p53, 1.0, 0x1p-30}, -30), 0x1p53 + 2);
  EXPECT_EQ(fixed_point_sum<double>({0x1p53, 1.0}, -30), 0x1p53);
  EXPECT_EQ(fixed_point_sum<double>({-0x1p53, -1.0, -0x1p-30}, -30), -0x1p53 - 2);
  EXPECT_EQ(fixed_point_sum<double>({}, -30), 0.0);
  std::mt19937_64 random(5);
  std::vector<double> x(1000);
  long double sum = 0;
  for (double& element : x) {
    element = static_cast<double>(static_cast<std::int64_t>(random()) >> 12);
    sum += static_cast<long double>(element);
  }
  EXPECT_EQ(fixed_point_sum(x, -10), static_cast<double>(sum));
}

}  // namespace
