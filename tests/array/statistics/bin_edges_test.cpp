// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/bin_edges.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "array/statistics/bin_counts.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::histogram_algorithm;
using gpu::ndarray;
using gpu::test::values;

class bin_edges : public gpu::test::on_device {};

TEST_P(bin_edges, of_one_width_are_those_of_numpy) {
  const ndarray<double> a = {0, 3, 1, 4};
  const std::vector<double> expected = {0, 1, 2, 3, 4};
  EXPECT_EQ(values(gpu::histogram_bin_edges(a, 4, histogram_algorithm::linspace)), expected);
  EXPECT_EQ(values(gpu::histogram_bin_edges(a, 0, 4, 4)), expected);
}

TEST_P(bin_edges, of_logspace_grow_by_a_factor) {
  const ndarray<double> a = {1, 10, 1000};
  const std::vector<double> edges =
      values(gpu::histogram_bin_edges(a, 3, histogram_algorithm::logspace));
  ASSERT_EQ(edges.size(), 4u);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(edges[i], std::pow(10, i), 1e-9);
}

/// As xtensor 0.24.
TEST_P(bin_edges, of_uniform_bins_have_the_same_weight_in_each) {
  const ndarray<float> a = {9, 1, 8, 2, 7, 3, 100, 4, 6, 5};
  EXPECT_EQ(values(gpu::histogram_bin_edges(a, 4, histogram_algorithm::uniform)),
            (std::vector<float>{1, 4, 6, 9, 100}));
  const ndarray<int> weights = {1, 10, 1, 1, 1, 1, 1, 1, 1, 2};
  EXPECT_EQ(values(gpu::histogram_bin_edges(a, weights, 2, histogram_algorithm::uniform)),
            (std::vector<float>{1, 2, 100}));
}

TEST_P(bin_edges, bin_items_sum_up_to_all_items) {
  EXPECT_EQ(values(gpu::sum(gpu::bin_items(10, 3))), (std::vector<std::int64_t>{10}));
  EXPECT_EQ(values(gpu::bin_items(7, ndarray<double>{1, 2, 4})),
            (std::vector<std::int64_t>{1, 2, 4}));
  EXPECT_EQ(values(gpu::bin_items(10, ndarray<double>{1, 2, 4})),
            (std::vector<std::int64_t>{2, 3, 5}));
}

/// Edges that a kernel computes are those of the host, and no farther from even ones than is said.
template <class T>
void expect_edges_of_host(const gpu::detail::outer_edges& outer, std::ptrdiff_t bins) {
  using gpu::detail::placed_edges;
  using gpu::detail::spacing_of;
  constexpr gpu::dtype type = gpu::dtype_of<T>;
  const std::vector<double> expected = gpu::detail::spread_edges(outer, bins, type);
  if (std::ranges::adjacent_find(expected, std::greater_equal<>()) != expected.end()) {
    EXPECT_THROW((void)placed_edges(outer, bins, type, gpu::current_device()), gpu::value_error)
        << type << ' ' << outer.first << ' ' << outer.last << ' ' << bins;
    return;
  }
  const gpu::expression<T> edges(placed_edges(outer, bins, type, gpu::current_device()));
  ASSERT_EQ(values(gpu::astype<double>(edges)), expected)
      << type << ' ' << outer.first << ' ' << outer.last << ' ' << bins;
  const auto spacing = spacing_of(outer, bins, type);
  if (!spacing) return;
  const auto measured = spacing_of(expected, outer.width, type);
  ASSERT_TRUE(measured) << type << ' ' << outer.first << ' ' << outer.last << ' ' << bins;
  ASSERT_EQ(spacing->scale, measured->scale);
  ASSERT_LE(spacing->reach, measured->reach);
}

template <class T>
void expect_edges_of_host(std::mt19937_64& random) {
  const auto draw = [&](int exponent) {
    const double x = std::uniform_real_distribution<double>(-1, 1)(random);
    return std::ldexp(random() % 4 == 0 ? std::round(x * 8) / 8 : x, exponent);
  };
  for (int i = 0; i < 60; ++i) {
    const int exponent = static_cast<int>(random() % 40) - 28;
    double first = draw(exponent);
    double last = draw(exponent - static_cast<int>(random() % 12));
    const bool is_given = i % 2 == 0;
    if (!is_given) {
      first = static_cast<double>(T(first));
      last = static_cast<double>(T(last));
    }
    if (last < first) std::swap(first, last);
    if (first == last) continue;
    const double width = is_given ? last - first : static_cast<double>(T(T(last) - T(first)));
    const auto bins = static_cast<std::ptrdiff_t>(1 + random() % (i % 3 == 0 ? 5000 : 40));
    expect_edges_of_host<T>({first, last, width, is_given}, bins);
  }
}

TEST_P(bin_edges, of_a_kernel_are_those_of_the_host) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  expect_edges_of_host<float>(random);
  expect_edges_of_host<double>(random);
  expect_edges_of_host<gpu::float16>(random);
  expect_edges_of_host<gpu::bfloat16>(random);
  // Elements in [70000, 70016] are infinite as float16; those near 0 have few digits.
  expect_edges_of_host<gpu::float16>({70000, 70016, 16, true}, 4);
  expect_edges_of_host<gpu::float16>({0, 1e-6, 1e-6, true}, 10);
  expect_edges_of_host<float>({-1.5e-45, 1.5e-45, 3e-45, true}, 2);
}

INSTANTIATE_TEST_SUITE_P(devices, bin_edges, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
