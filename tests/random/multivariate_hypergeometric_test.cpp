// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/random/count_functions.hpp>
#include <gpu/random/generator.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/draw_count.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using counts = std::vector<std::int64_t>;
using test::message_of;
using test::values;

constexpr std::string_view methods[] = {"marginals", "count"};
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

class multivariate_hypergeometric_numbers : public test::on_device {
 protected:
  unsigned seed_ = std::random_device()();
  generator rng_ = default_rng(seed_);
};

double log_binomial(std::int64_t n, std::int64_t k) {
  const auto log_factorial = [](std::int64_t i) { return std::lgamma(static_cast<double>(i) + 1); };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

/// All that may come, each with its probability.
std::map<counts, double> outcomes_of(const counts& colors, std::int64_t nsample) {
  std::int64_t total = 0;
  for (const std::int64_t count : colors) total += count;
  std::map<counts, double> found{{{}, -log_binomial(total, nsample)}};
  for (const std::int64_t count : colors) {
    std::map<counts, double> longer;
    for (const auto& [taken, logarithm] : found)
      for (std::int64_t k = 0; k <= count; ++k) {
        counts more = taken;
        more.push_back(k);
        longer[more] = logarithm + log_binomial(count, k);
      }
    found = longer;
  }
  std::map<counts, double> all;
  for (const auto& [taken, logarithm] : found) {
    std::int64_t sum = 0;
    for (const std::int64_t k : taken) sum += k;
    if (sum == nsample) all[taken] = std::exp(logarithm);
  }
  return all;
}

/// Of few colors and of many of these, of which most are left or taken, by Pearson's test.
TEST_P(multivariate_hypergeometric_numbers, have_their_probabilities) {
  const std::ptrdiff_t draws = test::draw_count();
  const counts colors = {4, 3, 0, 2, 5};
  for (const std::string_view method : methods)
    for (const std::int64_t nsample : {1, 6, 10}) {
      const std::map<counts, double> expected = outcomes_of(colors, nsample);
      std::map<counts, double> found;
      const counts drawn =
          values(rng_.multivariate_hypergeometric(colors, nsample, {draws}, method));
      for (std::size_t row = 0; row < drawn.size(); row += colors.size())
        ++found[{&drawn[row], &drawn[row] + colors.size()}];
      double deviation = 0;
      double sum = 0;
      for (const auto& [taken, probability] : expected) {
        const double mean = probability * static_cast<double>(draws);
        deviation += (found[taken] - mean) * (found[taken] - mean) / mean;
        sum += probability;
      }
      ASSERT_NEAR(sum, 1, 1e-9);
      EXPECT_EQ(found.size(), expected.size()) << method << ", seed " << seed_;
      const auto freedoms = static_cast<double>(expected.size() - 1);
      EXPECT_LT(deviation, freedoms + 8 * std::sqrt(2 * freedoms))
          << method << ", " << nsample << ", seed " << seed_;
    }
}

TEST_P(multivariate_hypergeometric_numbers, have_their_moments) {
  const ndarray<std::uint16_t> colors{300, 0, 500, 1200, 7, 93};
  const double items = 2100;
  for (const std::string_view method : methods) {
    for (const double taken : {400.0, 1900.0}) {
      const ndarray<std::int64_t> drawn =
          rng_.multivariate_hypergeometric(colors, static_cast<int>(taken), {100, 200}, method);
      EXPECT_EQ(drawn.shape(), (shape{100, 200, 6}));
      EXPECT_EQ(drawn.device(), GetParam());
      EXPECT_TRUE(all(equal(sum(drawn, {-1}), taken)).item());
      EXPECT_TRUE(all(drawn >= 0 && drawn <= colors).item());
      const std::vector<double> means = values(mean(drawn, {0, 1}));
      const std::vector<double> variances = values(var(drawn, {0, 1}));
      const std::vector<std::uint16_t> of_color = values(colors);
      for (std::size_t i = 0; i < of_color.size(); ++i) {
        const double share = of_color[i] / items;
        const double variance = taken * share * (1 - share) * (items - taken) / (items - 1);
        EXPECT_NEAR(means[i], taken * share, 6 * std::sqrt(variance / 20000))
            << method << ", seed " << seed_;
        EXPECT_NEAR(variances[i], variance, 0.1 * variance) << method << ", seed " << seed_;
      }
    }
  }
}

TEST_P(multivariate_hypergeometric_numbers, have_the_shape_of_the_size_and_the_colors) {
  for (const std::string_view method : methods) {
    const auto drawn = [&](const counts& colors, int nsample, const shape& size = {}) {
      return rng_.multivariate_hypergeometric(colors, nsample, size, method);
    };
    EXPECT_EQ(drawn({1, 2}, 2).shape(), (shape{2}));
    EXPECT_EQ(drawn({1, 2, 3}, 2, {4}).shape(), (shape{4, 3}));
    EXPECT_EQ(drawn({1, 2}, 1, {0}).shape(), (shape{0, 2}));
    EXPECT_EQ(drawn({1, 2}, 1, {2, 0}).shape(), (shape{2, 0, 2}));
    EXPECT_EQ(drawn({}, 0).shape(), (shape{0}));
    EXPECT_EQ(drawn({}, 0, {3}).shape(), (shape{3, 0}));
    EXPECT_EQ(values(drawn({3}, 2, {3})), (counts{2, 2, 2}));
    EXPECT_EQ(values(drawn({0}, 0, {2})), (counts{0, 0}));
    EXPECT_EQ(values(drawn({0, 0, 0}, 0)), (counts{0, 0, 0}));
    EXPECT_EQ(values(drawn({4, 1, 2}, 0, {2})), (counts{0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(values(drawn({4, 1, 2}, 7, {2})), (counts{4, 1, 2, 4, 1, 2}));
    EXPECT_EQ(values(drawn({0, 5, 0}, 3)), (counts{0, 3, 0}));
  }
}

TEST_P(multivariate_hypergeometric_numbers, take_colors_of_any_integers) {
  const counts expected = values(default_rng(3).multivariate_hypergeometric({3, 4, 5}, 6, {9}));
  const auto drawn = [](const auto& colors) {
    return values(default_rng(3).multivariate_hypergeometric(colors, 6U, {9}));
  };
  EXPECT_EQ(drawn(ndarray<std::int8_t>{3, 4, 5}), expected);
  EXPECT_EQ(drawn(ndarray<std::uint64_t>{3, 4, 5}), expected);
  EXPECT_EQ(drawn(ndarray<int>{1, 2, 3} + 2), expected);
  EXPECT_EQ(drawn(std::vector<unsigned>{3, 4, 5}), expected);
  EXPECT_EQ(drawn(std::array<std::int64_t, 3>{3, 4, 5}), expected);
  EXPECT_EQ(rng_.multivariate_hypergeometric({1, 2}, 1, {}, "count", cpu()).device(), cpu());
  EXPECT_EQ(rng_.multivariate_hypergeometric(ndarray<int>({1, 2}, cpu()), 1).device(), cpu());
}

TEST_P(multivariate_hypergeometric_numbers, count_as_many_as_there_are) {
  const std::int64_t half = std::int64_t{1} << 59;
  const counts drawn =
      values(rng_.multivariate_hypergeometric({half, 3, half - 4}, 1000, {}, "count"));
  EXPECT_EQ(drawn[0] + drawn[1] + drawn[2], 1000);
  EXPECT_NEAR(static_cast<double>(drawn[0]), 500, 8 * std::sqrt(250.0)) << "seed " << seed_;
  EXPECT_EQ(drawn[1], 0);
  EXPECT_EQ(values(rng_.multivariate_hypergeometric({half, 3}, half + 3, {}, "count")),
            (counts{half, 3}));
  EXPECT_EQ(values(rng_.multivariate_hypergeometric({999'999'999, 0}, 999'999'998)),
            (counts{999'999'998, 0}));
}

TEST_P(multivariate_hypergeometric_numbers, go_on_in_the_stream) {
  for (const std::string_view method : methods) {
    generator rng = default_rng(5);
    const auto drawn = [&] {
      return values(rng.multivariate_hypergeometric({40, 50, 60}, 30, {50}, method));
    };
    const counts first = drawn();
    EXPECT_NE(drawn(), first);
    rng = default_rng(5);
    EXPECT_EQ(drawn(), first);
  }
}

TEST_P(multivariate_hypergeometric_numbers, come_from_the_default_generator) {
  seed(31);
  generator rng = default_rng(31);
  const shape size = {2, 3};
  EXPECT_EQ(values(multivariate_hypergeometric({5, 6, 7}, 8, size)),
            values(rng.multivariate_hypergeometric({5, 6, 7}, 8, size)));
  const ndarray<int> colors{5, 6, 7};
  EXPECT_EQ(values(multivariate_hypergeometric(colors, 8, size, "count")),
            values(rng.multivariate_hypergeometric(colors, 8, size, "count")));
  EXPECT_EQ(values(multivariate_hypergeometric(std::vector<int>{5, 6}, 8)),
            values(rng.multivariate_hypergeometric(std::vector<int>{5, 6}, 8)));
  EXPECT_EQ(multivariate_hypergeometric({5, 6}, 8, {}, "count", cpu()).device(), cpu());
}

TEST_P(multivariate_hypergeometric_numbers, refuse_in_the_words_of_numpy) {
  const philox_state before = rng_.bit_generator().state();
  const auto refused = [&](const auto& colors, auto nsample, std::string_view method = "marginals",
                           const shape& size = {2}) {
    const std::string text = message_of<value_error>([&] {
      static_cast<void>(rng_.multivariate_hypergeometric(colors, nsample, size, method));
    });
    EXPECT_EQ(rng_.bit_generator().state(), before);
    return text;
  };
  const std::string not_colors =
      "colors must be a one-dimensional sequence of nonnegative integers not exceeding "
      "9223372036854775807.";
  EXPECT_EQ(refused(counts{1, -2, 3}, 1), not_colors);
  EXPECT_EQ(refused(ndarray<int>{{1, 2}}, 1), not_colors);
  EXPECT_EQ(refused(ndarray<int>(5), 1), not_colors);
  EXPECT_EQ(refused(ndarray<double>{1, 2}, 1), not_colors);
  EXPECT_EQ(refused(ndarray<bool>{true, false}, 1), not_colors);
  EXPECT_EQ(refused(ndarray<std::complex<float>>{1, 2}, 1), not_colors);
  EXPECT_EQ(refused(std::vector<std::uint64_t>{1ULL << 63}, 1), not_colors);
  EXPECT_EQ(refused(counts{1, 2}, -1), "nsample must be nonnegative.");
  EXPECT_EQ(refused(counts{1, -2}, -1), "nsample must be nonnegative.");
  EXPECT_EQ(refused(counts{1, 2}, 1ULL << 63), "nsample must not exceed 9223372036854775807");
  EXPECT_EQ(refused(counts{1, -2}, -1, "foo"), "method must be \"count\" or \"marginals\".");
  for (const std::string_view method : methods) {
    EXPECT_EQ(refused(counts{1, 2, 3}, 7, method), "nsample > sum(colors)");
    EXPECT_EQ(refused(counts{}, 1, method), "nsample > sum(colors)");
    EXPECT_EQ(refused(counts{most, 1}, 1, method),
              "sum(colors) must not exceed the maximum value of a 64 bit signed integer "
              "(9223372036854775807)");
    EXPECT_EQ(refused(counts{1, 2}, 1, method, {-1}).find("negative dimensions are not allowed"),
              0U);
  }
  EXPECT_EQ(refused(counts{999'999'999, 1}, 1'000'000'001, "marginals", {0}),
            "When method is \"marginals\", sum(colors) must be less than 1000000000.");
  EXPECT_EQ(refused(counts{most / 8, 1}, 1, "count"),
            "When method is 'count', sum(colors) must not exceed 1152921504606846975");
  EXPECT_THROW(static_cast<void>(rng_.multivariate_hypergeometric({1, 2}, 1, {most, most})),
               value_error);
  EXPECT_EQ(rng_.bit_generator().state(), before);
}

INSTANTIATE_TEST_SUITE_P(devices, multivariate_hypergeometric_numbers,
                         testing::ValuesIn(test::cpu_and_gpu()), test::device_name);

}  // namespace
}  // namespace gpu::random
