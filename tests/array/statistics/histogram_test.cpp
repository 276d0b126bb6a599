// SPDX-License-Identifier: BSD-3-Clause
// Counts of elements in bins, against a naive count by NumPy's formula.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/statistics/bincount.hpp>
#include <gpu/array/statistics/histogram.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/kernels/primitives/binning.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/statistics/bin_counts.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::kernels::binning;
using gpu::test::values;
using counts = std::vector<std::int64_t>;

template <class T>
constexpr T nan = std::numeric_limits<T>::quiet_NaN();
template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

class histograms : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, histograms, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

/// The edge that is the first one beyond x, by comparing with all of them in order.
template <class T, class Edge>
std::ptrdiff_t naive_bin(T x, const std::vector<Edge>& edges) {
  using common = std::common_type_t<T, Edge>;
  const auto y = static_cast<common>(x);
  const auto last = static_cast<common>(edges.back());
  if (!(y >= static_cast<common>(edges.front()) && y <= last)) return -1;
  const auto beyond = std::upper_bound(edges.begin(), edges.end(), y,
                                       [](common a, Edge b) { return a < static_cast<common>(b); });
  const std::ptrdiff_t bin = beyond - edges.begin() - 1;
  return std::min(bin, static_cast<std::ptrdiff_t>(edges.size()) - 2);
}

template <class T, class Edge>
counts naive_counts(const std::vector<T>& x, const std::vector<Edge>& edges) {
  counts result(edges.size() - 1);
  for (const T element : x)
    if (const std::ptrdiff_t bin = naive_bin(element, edges); bin >= 0)
      ++result[static_cast<std::size_t>(bin)];
  return result;
}

template <class T>
ndarray<T> array_of(const std::vector<T>& x) {
  return gpu::from_host<T>(x.data(), {static_cast<std::ptrdiff_t>(x.size())});
}

/// Expects the counts of bins of one width to be those between the edges that are returned.
template <class T>
void expect_counts(const std::vector<T>& x, int bins, const gpu::histogram_range& range) {
  const auto [found, edges] = gpu::histogram(array_of(x), bins, range);
  EXPECT_EQ(values(found), naive_counts(x, values(edges))) << bins << " bins of " << x.size();
}

/// Numbers from -1.5 to 1.5, some of them edges of bins between -1 and 1, and some that are none.
template <class T>
std::vector<T> uniform_numbers(std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::uniform_real_distribution<T> any(T(-1.5), T(1.5));
  std::vector<T> x(size);
  for (std::size_t i = 0; i < size; ++i) {
    x[i] = any(random);
    if (i % 7 == 0) x[i] = std::nextafter(std::round(x[i] * 128) / 128, T(i % 3) - 1);
    if (i % 5 == 0) x[i] = std::round(x[i] * 128) / 128;
    if (i % 101 == 0) x[i] = i % 2 == 0 ? nan<T> : i % 3 == 0 ? infinity<T> : -infinity<T>;
  }
  return x;
}

/// Most of them near 0, some equal, some neighbours.
template <class T>
std::vector<T> uneven_edges(int bins) {
  std::vector<T> edges;
  for (int k = 0; k <= bins; ++k) {
    const double even = 2.0 * k / bins - 1;
    edges.push_back(static_cast<T>(7 * std::pow(even, 7)));
    if (k % 5 == 1) edges.back() = edges[edges.size() - 2];
    if (k % 7 == 2) edges.back() = std::nextafter(edges[edges.size() - 2], infinity<T>);
    if (k > 0) edges.back() = std::max(edges.back(), edges[edges.size() - 2]);
  }
  return edges;
}

constexpr int numbers_of_bins[] = {1, 16, 255, 256, 4096, 10000, 100000};

TEST_P(histograms, count_uniform_data) {
  for (const int bins : numbers_of_bins) {
    expect_counts(uniform_numbers<float>(100003), bins, {-1, 1});
    expect_counts(uniform_numbers<double>(50001), bins, {-1, 1});
  }
}

TEST_P(histograms, count_data_of_any_size) {
  for (const std::size_t size : {0, 1, 2, 3, 31, 33, 511, 513, 2047, 8193, 65537})
    for (const int bins : {1, 16, 1000}) expect_counts(uniform_numbers<float>(size), bins, {-1, 1});
}

TEST_P(histograms, count_equal_and_skewed_data) {
  for (const int bins : numbers_of_bins) {
    expect_counts(std::vector<float>(70001, 0.25f), bins, {-1, 1});
    std::vector<float> skewed = uniform_numbers<float>(70001);
    for (std::size_t i = 0; i < skewed.size(); ++i)
      if (i % 10 != 0) skewed[i] = i % 2 == 0 ? 0.5f : -0.5f;
    expect_counts(skewed, bins, {-1, 1});
    for (std::size_t i = 0; i < skewed.size(); ++i)
      skewed[i] = static_cast<float>(static_cast<int>(i % 64)) / 32 - 1;
    expect_counts(skewed, bins, {-1, 1});
  }
}

TEST_P(histograms, count_sorted_data) {
  for (const int bins : numbers_of_bins) {
    std::vector<float> x = uniform_numbers<float>(300007);
    std::erase_if(x, [](float v) { return std::isnan(v); });
    std::sort(x.begin(), x.end());
    expect_counts(x, bins, {-1, 1});
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i / 128 % 50) / 32 - 1;
    expect_counts(x, bins, {-1, 1});
    expect_counts(std::vector<float>(300007, 5), bins, {-1, 1});
  }
}

TEST_P(histograms, take_the_range_of_the_data) {
  std::vector<float> x(30011);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1000 + static_cast<float>(i * 7919 % 30011);
  for (const int bins : {1, 16, 255, 4096}) expect_counts(x, bins, {});
  for (float& element : x) element = 1 + element * 0x1p-40f;
  expect_counts(x, 4, {0.5, 1.5});
  expect_counts(std::vector<float>(1000, 3), 10, {});
}

TEST_P(histograms, count_narrow_ranges_far_from_zero) {
  std::vector<float> x(20000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1000 + static_cast<float>(i % 16384) * 0x1p-14f;
  for (const int bins : {10, 1000, 5000}) expect_counts(x, bins, {});
  for (float& element : x) element *= 1e-40f;  // denormal
  expect_counts(x, 10, {});
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = (static_cast<float>(i % 3) - 1) * 1e38f;
  expect_counts(x, 10, {});
}

template <class T>
void expect_integer_counts() {
  std::vector<T> x(10007);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(i * 2654435761u >> 7);
  expect_counts(x, 16, {});
  expect_counts(x, 100, {-50, 77});
  const std::vector<T> edges{0, 1, 5, 5, 9, 100, 120};
  const auto found = gpu::histogram(array_of(x), array_of(edges));
  EXPECT_EQ(values(found), naive_counts(x, edges));
}

TEST_P(histograms, count_integers) {
  expect_integer_counts<std::int8_t>();
  expect_integer_counts<std::uint8_t>();
  expect_integer_counts<std::int16_t>();
  expect_integer_counts<std::uint16_t>();
  expect_integer_counts<std::int32_t>();
  expect_integer_counts<std::uint32_t>();
  expect_integer_counts<std::int64_t>();
  expect_integer_counts<std::uint64_t>();
}

TEST_P(histograms, count_bools_and_narrow_floats) {
  const auto x = uniform_numbers<float>(9001);
  std::vector<float> rounded(x.size());
  const auto check = [&](const auto& narrow) {
    rounded = values(gpu::astype<float>(narrow));
    for (const int bins : {1, 2, 3, 16, 100}) {
      const auto [found, edges] = gpu::histogram(narrow, bins, {-1, 1});
      EXPECT_EQ(values(found), naive_counts(rounded, values(gpu::astype<float>(edges)))) << bins;
    }
  };
  check(ndarray<gpu::float16>(gpu::astype<gpu::float16>(array_of(x))));
  check(ndarray<gpu::bfloat16>(gpu::astype<gpu::bfloat16>(array_of(x))));
  const ndarray<bool> positive = array_of(x) > 0.0f;
  const auto ones = std::count_if(x.begin(), x.end(), [](float v) { return v > 0; });
  EXPECT_EQ(values(gpu::histogram(positive, 2)),
            (counts{static_cast<std::int64_t>(x.size()) - ones, ones}));
}

TEST_P(histograms, count_between_given_edges) {
  const auto x = uniform_numbers<float>(40009);
  for (const int bins : {1, 2, 15, 256, 5000, 70000}) {
    std::vector<double> even;
    std::vector<double> uneven;
    for (int k = 0; k <= bins; ++k) {
      even.push_back(-1 + 2.0 * k / bins);
      uneven.push_back(std::pow(even.back(), 3));
    }
    std::vector<float> narrow(even.begin(), even.end());
    EXPECT_EQ(values(gpu::histogram(array_of(x), array_of(even))), naive_counts(x, even)) << bins;
    EXPECT_EQ(values(gpu::histogram(array_of(x), array_of(narrow))), naive_counts(x, narrow));
    EXPECT_EQ(values(gpu::histogram(array_of(x), array_of(uneven))), naive_counts(x, uneven));
    const std::vector<float> repeated = uneven_edges<float>(bins);
    EXPECT_EQ(values(gpu::histogram(array_of(x), array_of(repeated))), naive_counts(x, repeated));
  }
  const std::vector<double> ends{-infinity<double>, -1, -1, 0, 0.5, infinity<double>};
  EXPECT_EQ(values(gpu::histogram(array_of(x), array_of(ends))), naive_counts(x, ends));
}

TEST_P(histograms, count_arrays_of_any_strides) {
  const std::vector<float> x = uniform_numbers<float>(6 * 35 * 37);
  const ndarray<float> a = gpu::reshape(array_of(x), {6, 35, 37});
  const auto check = [&](const auto& view, const char* what) {
    const ndarray<float> copy = view;
    const auto [found, edges] = gpu::histogram(view, 100, {-1, 1});
    EXPECT_EQ(values(found), naive_counts(values(copy), values(edges))) << what;
  };
  check(gpu::transpose(a), "transposed");
  check(gpu::swapaxes(a, 0, 1), "axes swapped");
  check(gpu::flip(a), "reversed");
  check(gpu::flip(a, 1), "rows reversed");
  check(gpu::view(a, gpu::all(), gpu::range(1, 30), gpu::range(3, 36)), "inner part");
  check(gpu::view(a, gpu::all(), gpu::all(), gpu::range(0, 37, 2)), "every second");
  check(gpu::view(a, gpu::all(), gpu::all(), 5), "column");
  check(gpu::broadcast_to(gpu::view(a, gpu::all(), gpu::all(), gpu::range(0, 1)), {6, 35, 20}),
        "broadcast");
  check(gpu::broadcast_to(gpu::view(a, 0, 0, gpu::all()), {9, 37}), "broadcast rows");
  check(ndarray<float>(0.5f), "0-d");
}

TEST_P(histograms, count_expressions) {
  const std::vector<float> x = uniform_numbers<float>(40 * 50);
  const ndarray<float> a = gpu::reshape(array_of(x), {40, 50});
  const ndarray<float> row = gpu::view(a, 0, gpu::all());
  const auto check = [&](const auto& expression, const char* what) {
    const ndarray<float> computed = expression;
    const auto [found, edges] = gpu::histogram(expression, 64, {-2, 3});
    EXPECT_EQ(values(found), naive_counts(values(computed), values(edges))) << what;
  };
  check(a * 2.0f + 1.0f, "of one array");
  check(a - row, "of a row");
  check(a + gpu::reshape(gpu::flip(a), {40, 50}), "of what is reversed");
  const ndarray<float> square = gpu::view(a, gpu::all(), gpu::range(0, 40));
  check(square + gpu::transpose(square), "of what is transposed");
  check(gpu::sum(gpu::where(gpu::isfinite(a), a, 0.0f), 1), "of sums");
  check(gpu::full({3, 4}, 0.5f), "of one number");
}

TEST_P(histograms, count_integers_by_value) {
  std::vector<std::int32_t> x(60013);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<std::int32_t>(i * 2654435761u % 30000) * (i % 3 == 0);
  counts expected(30000);
  for (const std::int32_t element : x) ++expected[static_cast<std::size_t>(element)];
  expected.resize(static_cast<std::size_t>(*std::max_element(x.begin(), x.end())) + 1);
  EXPECT_EQ(values(gpu::bincount(array_of(x))), expected);
  EXPECT_EQ(values(gpu::bincount(array_of(x) + 0)), expected);
  expected.resize(100000);
  EXPECT_EQ(values(gpu::bincount(array_of(x), 100000)), expected);
  EXPECT_EQ(values(gpu::bincount(gpu::view(array_of(x), gpu::range(0, 0)), 3)), (counts{0, 0, 0}));
}

TEST_P(histograms, refuse_edges_on_another_device) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "there is one device";
  const ndarray<float> edges = ndarray<float>{0, 1, 2}.to(gpu::cpu());
  EXPECT_THROW((void)gpu::histogram(ndarray<float>{1}, edges), gpu::device_mismatch);
}

/// Bins as kernels find them, among edges that are taken for evenly spaced where they are.
template <class T, class Wide>
void expect_found(const std::vector<T>& edges, Wide width, const std::vector<T>& x) {
  using gpu::kernels::bin_finder;
  const std::vector<double> all(edges.begin(), edges.end());
  const auto spacing = gpu::detail::spacing_of(all, static_cast<double>(width), gpu::dtype_of<T>);
  const gpu::kernels::histogram_bins bins{edges.data(),
                                          static_cast<double>(width),
                                          spacing ? spacing->scale : 0,
                                          spacing ? spacing->reach : 0,
                                          static_cast<int>(edges.size()) - 1,
                                          0};
  const bin_finder<binning::spaced, T> spaced(bins, edges.data());
  const bin_finder<binning::uniform, T, Wide> uniform(bins, edges.data());
  const bin_finder<binning::between, T> between(bins, edges.data());
  for (const T element : x) {
    ASSERT_EQ(between(element), naive_bin(element, edges)) << element << " in " << bins.count;
    if (!spacing) continue;
    ASSERT_EQ(spaced(element), naive_bin(element, edges)) << element << " in " << bins.count;
    ASSERT_EQ(spaced(element), uniform(element)) << element << " in " << bins.count;
    int guess = 0;
    if (spaced.guess(element, guess)) {
      ASSERT_EQ(guess, spaced(element)) << bins.count;
    }
  }
}

/// The same with a table of `count` cells in front of the edges.
template <class T>
void expect_found_in_cells(const std::vector<T>& edges, const std::vector<T>& x, int count) {
  const double width = static_cast<double>(edges.back()) - static_cast<double>(edges.front());
  const gpu::kernels::histogram_bins bins{
      edges.data(), width, count / width, 0, static_cast<int>(edges.size()) - 1, count};
  std::vector<unsigned> cells(static_cast<std::size_t>(count));
  const gpu::kernels::bin_finder<binning::indexed, T> indexed(bins, edges.data(), cells.data());
  for (int i = 0; i < count; ++i)
    cells[static_cast<std::size_t>(i)] = indexed.cell(static_cast<unsigned>(i));
  for (const T element : x) {
    ASSERT_EQ(indexed(element), naive_bin(element, edges)) << element << " in " << bins.count;
    int guess = 0;
    if (indexed.guess(element, guess)) {
      ASSERT_EQ(guess, naive_bin(element, edges)) << element << " in " << bins.count;
    }
  }
}

template <class T>
void expect_found_near_edges(T first, T last, int bins) {
  std::vector<T> edges;
  for (int k = 0; k < bins; ++k)
    edges.push_back(first + static_cast<T>(k) * ((last - first) / bins));
  edges.push_back(last);
  std::vector<T> x{nan<T>, infinity<T>, -infinity<T>, 0, std::numeric_limits<T>::max()};
  for (const T edge : edges) {
    T above = edge;
    T below = edge;
    x.push_back(edge);
    for (int step = 0; step < 3; ++step) {
      x.push_back(above = std::nextafter(above, infinity<T>));
      x.push_back(below = std::nextafter(below, -infinity<T>));
    }
    x.push_back(edge + (last - first) / bins / 3);
  }
  expect_found(edges, T(last - first), x);
  expect_found(edges, static_cast<double>(last) - static_cast<double>(first), x);
  if (std::abs(last - first) < T(1e30) && std::abs(last - first) > T(1e-30))
    for (const int cells : {1, 7, 256, 4096}) expect_found_in_cells(edges, x, cells);
}

template <class T>
void expect_found_between_uneven_edges() {
  for (const int bins : {1, 2, 3, 16, 255, 1000, 5000}) {
    const std::vector<T> edges = uneven_edges<T>(bins);
    if (!(edges.front() < edges.back())) continue;
    std::vector<T> x{nan<T>, infinity<T>, -infinity<T>, 0, std::numeric_limits<T>::max(), -9, 9};
    for (const T edge : edges)
      for (const T element :
           {edge, std::nextafter(edge, infinity<T>), std::nextafter(edge, -infinity<T>)})
        x.push_back(element);
    for (int i = 0; i < 5000; ++i) x.push_back(static_cast<T>(i * 0.003 - 7.5));
    for (const int cells : {1, 256, 4096, 16384}) expect_found_in_cells(edges, x, cells);
  }
}

TEST(bin_finder, finds_bins_between_uneven_edges) {
  expect_found_between_uneven_edges<float>();
  expect_found_between_uneven_edges<double>();
}

TEST(bin_finder, finds_the_bin_next_to_every_edge) {
  for (const int bins : {1, 2, 3, 10, 16, 255, 1000, 4096, 10000}) {
    expect_found_near_edges<float>(0, 1, bins);
    expect_found_near_edges<float>(-3.7f, 11.3f, bins);
    expect_found_near_edges<float>(0.1f, 0.7f, bins);
    expect_found_near_edges<double>(-1e9, 1e-3, bins);
    expect_found_near_edges<double>(1000, 1001, bins);
  }
  expect_found_near_edges<float>(1000, 1001, 1000);
  expect_found_near_edges<float>(-3e38f, 3e37f, 100);
  expect_found_near_edges<float>(1e-40f, 9e-40f, 10);
}

TEST(bin_finder, seldom_looks_at_edges) {
  using gpu::dtype;
  using gpu::detail::spacing_of;
  std::vector<double> edges;
  for (int k = 0; k <= 256; ++k) edges.push_back(k / 256.0);
  EXPECT_GT(spacing_of(edges, 1, dtype::float32)->reach, 0.5 - 1e-4);
  EXPECT_GT(spacing_of(edges, 1, dtype::float64)->reach, 0.5 - 1e-12);
  EXPECT_FALSE(spacing_of(edges, 1, dtype::bfloat16));
  for (double& edge : edges) edge = static_cast<float>(edge * 1.7 - 0.6);
  EXPECT_GT(spacing_of(edges, 1.7, dtype::float32)->reach, 0.5 - 1e-4);
  edges[100] += 0.3 / 256;
  EXPECT_GT(spacing_of(edges, 1.7, dtype::float32)->reach, 0.5 - 0.2);
  edges[100] += 0.3 / 256;
  EXPECT_FALSE(spacing_of(edges, 1.7, dtype::float32));
}

TEST_P(histograms, have_ten_bins_where_options_alone_are_given) {
  const ndarray<double> d = {0.5, 2, 3, 7};
  EXPECT_EQ(values(gpu::histogram(d, gpu::density)), values(gpu::histogram(d, 10, gpu::density)));
  EXPECT_EQ(values(gpu::histogram(d, gpu::weights(d), gpu::density)),
            values(gpu::histogram(d, 10, gpu::weights(d), gpu::density)));
  EXPECT_EQ(values(std::get<0>(gpu::histogram2d(d, d, gpu::density))),
            values(std::get<0>(gpu::histogram2d(d, d, 10, gpu::density))));
  const ndarray<double> points = {{0, 1}, {2, 3}};
  EXPECT_EQ(values(gpu::histogramdd(points, gpu::density).first),
            values(gpu::histogramdd(points, 10, gpu::density).first));
}

TEST_P(histograms, take_lists_and_vectors_of_edges) {
  const ndarray<double> d = {0.5, 2, 3, 7};
  EXPECT_EQ(values(gpu::histogram(d, {0.0, 1.0, 5.0})), (counts{1, 2}));
  const auto [found, edges] = gpu::histogram(d, std::vector{0, 3, 7});
  EXPECT_EQ(values(found), (counts{2, 2}));
  EXPECT_EQ(values(edges), (std::vector{0, 3, 7}));
  EXPECT_EQ(values(gpu::histogram(d, {0.0, 5.0}, gpu::weights(d))), std::vector{5.5});
  EXPECT_EQ(values(gpu::histogram(d, {0, 4, 8}, gpu::density)), (std::vector{0.1875, 0.0625}));
  EXPECT_EQ(values(gpu::histogram(d, 2, {0, 8})), (counts{3, 1}));
  EXPECT_EQ(values(gpu::histogram_bin_edges(d, {0.0, 5.0})), (std::vector{0.0, 5.0}));
}

}  // namespace
