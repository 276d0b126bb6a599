// SPDX-License-Identifier: BSD-3-Clause
// Quantiles, histograms and counts, against the values that tools/golden/write_statistics.py wrote.
#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/statistics/bincount.hpp>
#include <gpu/array/statistics/digitize.hpp>
#include <gpu/array/statistics/histogram.hpp>
#include <gpu/array/statistics/histogramdd.hpp>
#include <gpu/array/statistics/quantile.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "statistics_golden.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::expect_result;
using gpu::test::golden_line;
using gpu::test::message_of;
using gpu::test::operand;
using gpu::test::values;

gpu::reduction_axes axes_of(const std::string& text) {
  if (text == "all") return std::nullopt;
  return gpu::test::numbers_of(text);
}

template <class Function>
void with_method(const std::string& name, const Function& function) {
  namespace m = gpu::quantile_method;
  if (name == "linear") return function(m::linear);
  if (name == "lower") return function(m::lower);
  if (name == "higher") return function(m::higher);
  if (name == "midpoint") return function(m::midpoint);
  if (name == "nearest") return function(m::nearest);
  if (name == "inverted_cdf") return function(m::inverted_cdf);
  if (name == "averaged_inverted_cdf") return function(m::averaged_inverted_cdf);
  if (name == "closest_observation") return function(m::closest_observation);
  if (name == "interpolated_inverted_cdf") return function(m::interpolated_inverted_cdf);
  if (name == "hazen") return function(m::hazen);
  if (name == "weibull") return function(m::weibull);
  if (name == "median_unbiased") return function(m::median_unbiased);
  if (name == "normal_unbiased") return function(m::normal_unbiased);
  FAIL() << name;
}

template <class T, class Q>
void check_quantile(const golden_line& line, const Q& q) {
  const ndarray<T> a = operand<T>(line, 0);
  const gpu::reduction_axes axes = axes_of(line.call[3]);
  const auto keep = gpu::keepdims(line.call[4] == "1");
  with_method(line.call[5], [&](auto method) {
    const std::string& name = line.call[0];
    if (name == "quantile")
      expect_result(gpu::quantile(a, q, axes, method, keep), line);
    else if (name == "percentile")
      expect_result(gpu::percentile(a, q, axes, keep, method), line);
    else if (name == "nanquantile")
      expect_result(gpu::nanquantile(a, q, axes, method, keep), line);
    else
      expect_result(gpu::nanpercentile(a, q, axes, method, keep), line);
  });
}

template <class T>
void check_quantile(const golden_line& line) {
  const std::string& kind = line.call[2];
  if (kind == "n")
    check_quantile<T>(line, double(operand<double>(line, 1)()));
  else if (kind == "d")
    check_quantile<T>(line, operand<double>(line, 1));
  else
    check_quantile<T>(line, operand<float>(line, 1));
}

template <class T>
void check_median(const golden_line& line) {
  const ndarray<T> a = operand<T>(line, 0);
  const gpu::reduction_axes axes = axes_of(line.call[2]);
  const auto keep = gpu::keepdims(line.call[3] == "1");
  if (line.call[0] == "median")
    expect_result(gpu::median(a, axes, keep), line);
  else
    expect_result(gpu::nanmedian(a, axes, keep), line);
}

template <class T>
void check_weighted(const golden_line& line) {
  const auto w = gpu::weights(operand<double>(line, 2));
  expect_result(gpu::quantile(operand<T>(line, 0), double(operand<double>(line, 1)()),
                              axes_of(line.call[2]), gpu::quantile_method::inverted_cdf, w),
                line);
}

gpu::histogram_range range_of(const std::string& text) {
  if (text == "-") return {};
  const std::vector<std::string> ends = gpu::test::parts_of(text, ',');
  return {std::stod(ends.at(0)), std::stod(ends.at(1))};
}

template <class T>
void check_histogram(const golden_line& line) {
  const std::string& name = line.call[0];
  const ndarray<T> a = operand<T>(line, 0);
  const auto check = [&](const auto& result, double max_ulp = 0) {
    const auto& [counts, edges] = result;
    expect_result(counts, line, 0, max_ulp);
    expect_result(edges, line, 1);
  };
  if (name == "histogram")
    check(gpu::histogram(a, std::stoi(line.call[2]), range_of(line.call[3])));
  else if (name == "histogram_edges")
    check(gpu::histogram(a, operand<double>(line, 1)));
  else if (name == "histogram_weights")
    check(gpu::histogram(a, std::stoi(line.call[2]), range_of(line.call[3]),
                         gpu::weights(operand<int>(line, 1))));
  else if (name == "histogram_density")
    check(gpu::histogram(a, std::stoi(line.call[2]), range_of(line.call[3]), gpu::density));
  else
    expect_result(gpu::histogram_bin_edges(a, line.call[2].c_str(), range_of(line.call[3])), line);
}

template <class T>
void check_boxes(const golden_line& line) {
  // On a GPU weights are added in another order.
  const double max_ulp = gpu::current_device().is_cpu() ? 0 : 16;
  const auto check = [&](const auto& counts, const auto& first, const auto& second) {
    expect_result(counts, line, 0, max_ulp);
    expect_result(first, line, 1);
    expect_result(second, line, 2);
  };
  const ndarray<T> x = operand<T>(line, 0);
  if (line.call[0] == "histogramdd") {
    const auto [counts, edges] =
        gpu::histogramdd(x, {3, 2, 4}, {{-90, 90}, {-90, 90}, {-90, 90}}, gpu::density);
    check(counts, edges[0], edges[1]);
    return expect_result(edges.at(2), line, 3);
  }
  const ndarray<T> y = operand<T>(line, 1);
  if (line.call[2] == "plain") {
    const auto [counts, first, second] = gpu::histogram2d(x, y, {4, 3}, {{-9, 9}, {-20, 15}});
    check(counts, first, second);
  } else if (line.call[2] == "data") {
    const auto [counts, first, second] = gpu::histogram2d(x, y, 5);
    check(counts, first, second);
  } else {
    const ndarray<double> edges = operand<double>(line, 2);
    const auto [counts, first, second] =
        gpu::histogram2d(x, y, {edges, edges}, gpu::weights(operand<double>(line, 3)));
    check(counts, first, second);
  }
}

template <class T>
void check_counts(const golden_line& line) {
  if (line.call[0] == "digitize")
    return expect_result(
        gpu::digitize(operand<T>(line, 0), operand<double>(line, 1), line.call[2] == "1"), line);
  if constexpr (std::is_integral_v<T>) {
    if (line.call[0] == "bincount")
      return expect_result(gpu::bincount(operand<T>(line, 0), std::stoi(line.call[2])), line);
    // On a GPU weights are added in another order.
    const bool on_host = gpu::current_device().is_cpu();
    return expect_result(gpu::bincount(operand<T>(line, 0), operand<double>(line, 1)), line, 0,
                         on_host ? 0 : 1e6);
  }
}

class statistics : public gpu::test::on_device {};

template <class T>
inline constexpr bool is_real = !gpu::is_complex<T> && !std::is_same_v<T, gpu::bfloat16>;
template <class T>
inline constexpr bool is_quantile_type =
    std::is_same_v<T, signed char> || std::is_same_v<T, long> ||
    std::is_same_v<T, unsigned short> || std::is_same_v<T, gpu::float16> ||
    std::is_same_v<T, float> || std::is_same_v<T, double>;

TEST_P(statistics, quantiles_are_those_of_numpy) {
  const auto check = []<class T>(std::type_identity<T>, const golden_line& line) {
    if constexpr (is_quantile_type<T>) check_quantile<T>(line);
  };
  gpu::test::check_lines({"quantile", "percentile", "nanquantile", "nanpercentile"}, check);
}

TEST_P(statistics, medians_are_those_of_numpy) {
  gpu::test::check_lines({"median", "nanmedian"},
                         []<class T>(std::type_identity<T>, const golden_line& line) {
                           if constexpr (is_real<T>) check_median<T>(line);
                         });
}

TEST_P(statistics, weighted_quantiles_are_those_of_numpy) {
  gpu::test::check_lines({"weighted"}, []<class T>(std::type_identity<T>, const golden_line& line) {
    if constexpr (is_quantile_type<T>) check_weighted<T>(line);
  });
}

TEST_P(statistics, counts_and_bins_are_those_of_numpy) {
  const auto check = []<class T>(std::type_identity<T>, const golden_line& line) {
    if constexpr (is_real<T>) check_counts<T>(line);
  };
  gpu::test::check_lines({"bincount", "bincount_weights", "digitize"}, check);
}

TEST_P(statistics, histograms_are_those_of_numpy) {
  const auto check = []<class T>(std::type_identity<T>, const golden_line& line) {
    if constexpr (is_real<T>) check_histogram<T>(line);
  };
  gpu::test::check_lines(
      {"histogram", "histogram_edges", "histogram_weights", "histogram_density", "bin_edges"},
      check);
}

TEST_P(statistics, boxes_are_counted_as_numpy_counts_them) {
  const auto check = []<class T>(std::type_identity<T>, const golden_line& line) {
    if constexpr (is_real<T>) check_boxes<T>(line);
  };
  gpu::test::check_lines({"histogram2d", "histogramdd"}, check);
}

TEST_P(statistics, dtypes_follow_elements_and_numbers) {
  const ndarray<float> f{1, 2, 3};
  const ndarray<int> i{1, 2, 3};
  namespace m = gpu::quantile_method;
  static_assert(std::is_same_v<decltype(gpu::quantile(f, 0.5)), gpu::expression<float>>);
  static_assert(std::is_same_v<decltype(gpu::quantile(f, {0.5})), gpu::expression<double>>);
  static_assert(std::is_same_v<decltype(gpu::quantile(i, 0.5)), gpu::expression<double>>);
  static_assert(std::is_same_v<decltype(gpu::quantile(i, 1)), gpu::expression<int>>);
  static_assert(std::is_same_v<decltype(gpu::quantile(i, 0.5, m::lower)), gpu::expression<int>>);
  EXPECT_EQ(gpu::quantile(i, 1)(), 3);
  EXPECT_EQ(gpu::percentile(i, 50)(), 2.0);
  EXPECT_EQ(gpu::percentile(f, {0, 50, 100}, 0), (ndarray<double>{1, 2, 3}));
  EXPECT_EQ(gpu::quantile(ndarray<bool>{true, false}, 0.5, m::lower)(), false);
}

TEST_P(statistics, histograms_are_arrays_that_know_their_edges) {
  const ndarray<float> x{0, 1, 1, 2, 4};
  const auto h = gpu::histogram(x, 4);
  EXPECT_EQ(h, (ndarray<std::int64_t>{1, 2, 1, 1}));
  EXPECT_EQ(h.bin_edges(), (ndarray<float>{0, 1, 2, 3, 4}));
  EXPECT_EQ(h.counts, h);
  EXPECT_EQ(h.edges, h.bin_edges());
  const auto [counts, edges] = gpu::histogram(x, ndarray<int>{0, 2, 8});
  EXPECT_EQ(counts, (ndarray<std::int64_t>{3, 2}));
  EXPECT_EQ(edges, (ndarray<int>{0, 2, 8}));
  EXPECT_EQ(gpu::histogram(x, 2, 0., 2.), (ndarray<std::int64_t>{1, 3}));
  EXPECT_EQ(gpu::histogram(x, 2, {0, 2}, gpu::weights(x)), (ndarray<float>{0, 4}));
  EXPECT_EQ(gpu::histogram(x, 2, {0, 4}, gpu::density), (ndarray<double>{0.3, 0.2}));
  using z = std::complex<float>;
  const ndarray<z> w{z(1, 1), z(0, 2), z(3, 0), z(0, -1), z(5, 5)};
  EXPECT_EQ(gpu::histogram(x, 2, w), (ndarray<z>{z(4, 3), z(5, 4)}));
}

TEST_P(statistics, weighted_counts_do_not_change_from_run_to_run) {
  std::vector<int> bins(100000);
  std::vector<double> w(bins.size());
  std::vector<double> expected(7);
  for (std::size_t k = 0; k < bins.size(); ++k) {
    bins[k] = static_cast<int>(k * 7919 % 7);
    w[k] = 1.0 / static_cast<double>(k + 1);
    expected[static_cast<std::size_t>(bins[k])] += w[k];
  }
  const auto size = static_cast<std::ptrdiff_t>(bins.size());
  const auto x = gpu::from_host<int>(bins.data(), {size});
  const auto weights = gpu::from_host<double>(w.data(), {size});
  const std::vector<double> first = values(gpu::bincount(x, weights));
  EXPECT_EQ(values(gpu::bincount(x, weights)), first);
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(first[k], expected[k], 1e-11);
}

TEST_P(statistics, fewest_counts_by_name) {
  using counts = std::vector<std::int64_t>;
  const ndarray<int> x{1, 3, 1};
  EXPECT_EQ(values(gpu::bincount(x, gpu::minlength(6))), (counts{0, 2, 0, 1, 0, 0}));
  EXPECT_EQ(values(gpu::bincount({1, 1}, gpu::minlength(3))), (counts{0, 2, 0}));
  const std::vector<double> sums{0, 2.5, 0, 0.5, 0};
  EXPECT_EQ(values(gpu::bincount(x, ndarray<double>{1, 0.5, 1.5}, gpu::minlength(5))), sums);
  EXPECT_EQ(values(gpu::bincount(x, {1.0, 0.5, 1.5}, gpu::minlength(5))), sums);
  EXPECT_EQ(values(gpu::bincount({1, 3, 1}, {1.0, 0.5, 1.5}, 5)), sums);
}

TEST_P(statistics, counts_and_edges_can_be_tied) {
  const ndarray<double> x{1, 2, 2.5, 5};
  ndarray<std::int64_t> counts;
  ndarray<double> edges;
  std::tie(counts, edges) = gpu::histogram(x, 2);
  EXPECT_EQ(values(counts), (std::vector<std::int64_t>{3, 1}));
  EXPECT_EQ(values(edges), (std::vector<double>{1, 3, 5}));
  gpu::expression<double> densities = x + 0.0;
  std::tie(densities, edges) = gpu::histogram(x, 1, gpu::density);
  EXPECT_EQ(values(densities), std::vector{0.25});
  EXPECT_EQ(std::get<1>(gpu::histogram(x, 1)), edges);
  EXPECT_EQ(values(std::get<0>(gpu::histogram(x, 2))), values(counts));
}

TEST_P(statistics, many_elements_are_counted) {
  const std::ptrdiff_t size = (1 << 20) + 7;
  const ndarray<int> x = gpu::arange<int>(static_cast<int>(size));
  const auto counts = gpu::histogram(x, 1 << 12, {0, 1 << 20});
  for (const std::int64_t count : values(counts)) ASSERT_TRUE(count == 256 || count == 257);
  EXPECT_EQ(gpu::median(x)(), (1 << 19) + 3.0);
  EXPECT_EQ(gpu::median(gpu::reshape(ndarray<int>(gpu::arange<int>(1 << 20)), {16, 1 << 16}), 1)(3),
            3.5 * (1 << 16) - 0.5);
}

TEST_P(statistics, refuse_what_numpy_refuses) {
  using gpu::dtype_error;
  using gpu::value_error;
  const ndarray<double> x{1, 2, 3};
  const ndarray<double> none = gpu::empty<double>({0});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::quantile(x, 1.5); }),
            "Quantiles must be in the range [0, 1]");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::nanpercentile(x, {nan, 1});
            }),
            "Percentiles must be in the range [0, 100]");
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)gpu::quantile(none, 0.5); }),
            "index -1 is out of bounds for axis 0 with size 0");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::median(x, {0, -1}); }), "repeated axis");
  EXPECT_EQ(message_of<gpu::axis_error>([&] { (void)gpu::median(x, 1); }),
            "axis 1 is out of bounds for array of dimension 1");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::quantile(x, 0.5, gpu::weights(x)); }),
            "Only method 'inverted_cdf' supports weights. Got: linear.");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::quantile(x, 0.5, gpu::quantile_method::inverted_cdf,
                                  gpu::weights(ndarray<double>{0, -1, 2}));
            }),
            "Weights must be non-negative.");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::histogram(x, 0); }),
            "`bins` must be positive, when an integer");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::histogram(ndarray<double>{nan, 1});
            }),
            "autodetected range of [nan, nan] is not finite");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::histogram(x, 3, {2, 1});
            }),
            "max must be larger than min in range parameter.");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::histogram(x, ndarray<int>{3, 2});
            }),
            "`bins` must increase monotonically, when an array");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::histogram(x, "many"); }),
            "'many' is not a valid estimator for `bins`");
  const ndarray<double> huge{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1e300};
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::histogram(huge, "scott"); }),
            "'scott' finds no width of bins for data from 0 to 1e+300, but inf");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::histogram(huge, "fd"); }),
            "Maximum allowed size exceeded");
  EXPECT_EQ(gpu::histogram(huge, "auto").size(), 7u);
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::histogram(ndarray<double>{1, 1 + 0x1p-52}, 10);
            }),
            "Too many bins for data range. Cannot create 10 finite-sized bins.");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::bincount(ndarray<int>{-1, 2});
            }),
            "'list' argument must have no negative elements");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::bincount(ndarray<int>{1}, -1); }),
            "'minlength' must not be negative");
  EXPECT_EQ(message_of<dtype_error>([&] { (void)gpu::bincount(x); }),
            "Cannot cast array data from dtype('float64') to dtype('int64') according to the rule "
            "'safe'");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::bincount(ndarray<int>{1}, x); }),
            "The weights and list don't have the same length.");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::digitize(x, ndarray<int>{1, 3, 2});
            }),
            "bins must be monotonically increasing or decreasing");
}

TEST_P(statistics, quantiles_of_lists_of_rows_have_their_shape) {
  const ndarray<double> z = {{1, 2}, {3, 5}};
  const auto column = gpu::quantile(z, {{0.5}, {0.25}});
  EXPECT_EQ(column.shape(), (gpu::shape{2, 1}));
  EXPECT_EQ(values(column), (std::vector{2.5, 1.75}));
  EXPECT_EQ(gpu::percentile(z, {{50, 25, 0}}, 0).shape(), (gpu::shape{1, 3, 2}));
  EXPECT_EQ(values(gpu::quantile(z, {{0, 0.5}, {1, 0.25}})),
            (std::vector<double>{1, 2.5, 5, 1.75}));
  EXPECT_EQ(values(gpu::nanquantile(z, {0, z(0, 0), 0.5})), (std::vector<double>{1, 5, 2.5}));
  EXPECT_EQ(gpu::percentile(z, {50}).shape(), gpu::shape{1});
}

TEST_P(statistics, digitize_takes_numbers_lists_and_vectors) {
  const ndarray<double> d = {0.5, 3};
  const ndarray<double> bins = {1, 2, 3};
  EXPECT_EQ(gpu::digitize(2.5, bins).item(), 2);
  EXPECT_EQ(values(gpu::digitize(d, {2.0, 4.0})), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(values(gpu::digitize(d, std::vector{3.0, 1.0}, true)),
            (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(values(gpu::digitize(std::vector{0, 1}, bins)), (std::vector<std::int64_t>{0, 1}));
}

TEST_P(statistics, bincount_takes_no_weights) {
  const ndarray<int> v = {1, 2, 3};
  EXPECT_EQ(values(gpu::bincount(v, std::nullopt, 7)),
            (std::vector<std::int64_t>{0, 1, 1, 1, 0, 0, 0}));
  EXPECT_EQ(values(gpu::bincount(v, std::nullopt)), (std::vector<std::int64_t>{0, 1, 1, 1}));
}

TEST_P(statistics, bincount_takes_views_expressions_and_unsigned_integers) {
  const ndarray<int> x = {9, 0, 3, 1, 3, 2, 0, 7, 5};
  EXPECT_EQ(values(gpu::bincount(gpu::view(x, gpu::range(1, 8, 2)))),
            (std::vector<std::int64_t>{1, 1, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(values(gpu::bincount(gpu::flip(x))), values(gpu::bincount(x)));
  EXPECT_EQ(values(gpu::bincount(x + 1, std::nullopt, 12)),
            (std::vector<std::int64_t>{0, 2, 1, 1, 2, 0, 1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(values(gpu::bincount(ndarray<std::uint64_t>{2, 0})),
            (std::vector<std::int64_t>{1, 0, 1}));
  for (std::ptrdiff_t place = 0; place < 9; ++place) {
    ndarray<int> wrong = gpu::copy(x);
    gpu::view(wrong, place) = -1;
    EXPECT_THROW((void)gpu::bincount(wrong), gpu::value_error);
  }
}

INSTANTIATE_TEST_SUITE_P(devices, statistics, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
