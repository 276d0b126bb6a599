// SPDX-License-Identifier: BSD-3-Clause
// Each distribution against its function, by the test of Kolmogorov and Smirnov.
#include <gpu/random/distributions.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/ops.hpp>
#include <gpu/random/generator.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/draw_count.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using gpu::test::values;
using probability = std::function<double(double)>;

const std::ptrdiff_t count = test::draw_count();
/// The distance that one set of numbers in 10^6 exceeds: sqrt(log(2 10^6) / 2) / sqrt(count).
const double largest_distance = std::sqrt(std::log(2e6) / 2 / static_cast<double>(count));

/// The largest distance between the share of numbers below x and the probability of that.
template <class A>
double distance(const A& drawn, const probability& below) {
  std::vector<double> sorted;
  for (const auto value : values(drawn)) sorted.push_back(static_cast<double>(value));
  std::sort(sorted.begin(), sorted.end());
  double largest = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double p = below(sorted[i]);
    const auto n = static_cast<double>(sorted.size());
    largest = std::max({largest, std::abs(p - static_cast<double>(i) / n),
                        std::abs(p - static_cast<double>(i + 1) / n)});
  }
  return largest;
}

double normal_below(double x) {
  return std::erfc(-x / std::numbers::sqrt2) / 2;
}
double exponential_below(double x) {
  return x < 0 ? 0 : -std::expm1(-x);
}

class random_distributions : public test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    seed_ = std::random_device()();
    RecordProperty("seed", std::to_string(seed_));
  }
  template <class T, class Draw>
  void expect(const char* name, const Draw& draw, const probability& below) {
    generator rng = default_rng(seed_);
    EXPECT_LT(distance(draw(rng, std::type_identity<T>()), below), largest_distance)
        << name << " of " << dtype_of<T> << ", seed " << seed_;
  }
  template <class Draw>
  void expect_both(const char* name, const Draw& draw, const probability& below) {
    expect<double>(name, draw, below);
    expect<float>(name, draw, below);
  }

  unsigned seed_ = 0;
};

const shape size = {count};

TEST_P(random_distributions, with_a_range) {
  expect_both(
      "uniform",
      [](generator& g, auto t) { return g.uniform<typename decltype(t)::type>(-2, 3, size); },
      [](double x) { return (x + 2) / 5; });
  for (const double mode : {0.0, 1.0, 4.0})
    expect_both(
        "triangular",
        [&](generator& g, auto t) {
          return g.triangular<typename decltype(t)::type>(0, mode, 4, size);
        },
        [&](double x) {
          return x < mode ? x * x / (4 * mode) : 1 - (4 - x) * (4 - x) / (4 * (4 - mode));
        });
  for (const double a : {0.1, 1.0, 5.0})
    expect<double>(
        "power", [&](generator& g, auto) { return g.power(a, size); },
        [&](double x) { return std::pow(x, a); });
}

TEST_P(random_distributions, normal_ones) {
  expect_both(
      "normal",
      [](generator& g, auto t) { return g.normal<typename decltype(t)::type>(1, 2, size); },
      [](double x) { return normal_below((x - 1) / 2); });
  expect_both(
      "standard_normal",
      [](generator& g, auto t) { return g.standard_normal<typename decltype(t)::type>(size); },
      normal_below);
  expect_both(
      "lognormal",
      [](generator& g, auto t) { return g.lognormal<typename decltype(t)::type>(0, 0.5, size); },
      [](double x) { return normal_below(std::log(x) / 0.5); });
}

TEST_P(random_distributions, exponential_ones) {
  expect_both(
      "exponential",
      [](generator& g, auto t) { return g.exponential<typename decltype(t)::type>(3, size); },
      [](double x) { return exponential_below(x / 3); });
  for (const double a : {0.5, 1.0, 3.0})
    expect_both(
        "weibull",
        [&](generator& g, auto t) { return g.weibull<typename decltype(t)::type>(a, size); },
        [&](double x) { return exponential_below(std::pow(x, a)); });
  expect_both(
      "rayleigh",
      [](generator& g, auto t) { return g.rayleigh<typename decltype(t)::type>(2, size); },
      [](double x) { return exponential_below(x * x / 8); });
  for (const double a : {0.5, 3.0})
    expect<double>(
        "pareto", [&](generator& g, auto) { return g.pareto(a, size); },
        [&](double x) { return 1 - std::pow(1 + x, -a); });
}

TEST_P(random_distributions, on_the_whole_line) {
  expect_both(
      "cauchy",
      [](generator& g, auto t) { return g.standard_cauchy<typename decltype(t)::type>(size); },
      [](double x) { return 0.5 + std::atan(x) / std::numbers::pi; });
  expect_both(
      "gumbel",
      [](generator& g, auto t) { return g.gumbel<typename decltype(t)::type>(1, 2, size); },
      [](double x) { return std::exp(-std::exp(-(x - 1) / 2)); });
  expect_both(
      "laplace",
      [](generator& g, auto t) { return g.laplace<typename decltype(t)::type>(1, 2, size); },
      [](double x) {
        const double y = (x - 1) / 2;
        return y < 0 ? std::exp(y) / 2 : 1 - std::exp(-y) / 2;
      });
  expect_both(
      "logistic",
      [](generator& g, auto t) { return g.logistic<typename decltype(t)::type>(1, 2, size); },
      [](double x) { return 1 / (1 + std::exp(-(x - 1) / 2)); });
}

TEST_P(random_distributions, at_the_edges_of_their_parameters) {
  generator rng = default_rng(seed_);
  EXPECT_EQ(values(rng.normal(5, 0, {2})), (std::vector<double>{5, 5}));
  EXPECT_EQ(values(rng.exponential(0, {2})), (std::vector<double>{0, 0}));
  EXPECT_EQ(values(rng.weibull(0, {2})), (std::vector<double>{0, 0}));
  EXPECT_EQ(values(rng.uniform(2, 2, {2})), (std::vector<double>{2, 2}));
  EXPECT_TRUE(std::isnan(rng.normal(0, std::numeric_limits<double>::quiet_NaN()).item()));
  EXPECT_TRUE(all(isfinite(rng.normal<float>(0, 1, {1000000}))).item());
  EXPECT_TRUE(all(isfinite(rng.logistic<float>(0, 1, {1000000}))).item());
}

/// Where `unit` has no bits left, 1e-7 of the numbers.
TEST_P(random_distributions, exponential_ones_of_float32_have_a_tail) {
  const auto of_half = [](std::uint32_t half) {
    generator rng = default_rng(1);
    philox_state state = rng.bit_generator().state();
    state.has_uint32 = true;
    state.uinteger = half;
    rng.bit_generator().set_state(state);
    return values(rng.standard_exponential<float>({3}))[0];
  };
  for (const std::uint32_t half : {0u, 1u, 2u, 255u, 256u, 1000000007u, 4294900000u})
    EXPECT_NEAR(of_half(half), -std::log((half + 0.5) / 4294967296.0), 2e-6) << half;
  EXPECT_EQ(of_half(0xffffffffu), 0.0f);
  EXPECT_FALSE(std::signbit(of_half(0xffffffffu)));
}

/// Neighbours, and normal numbers of one block, have nothing in common.
TEST_P(random_distributions, neighbours_are_not_correlated) {
  generator rng = default_rng(seed_);
  for (const std::vector<double>& drawn :
       {values(rng.standard_normal(size)),
        values(rng.standard_normal<float>(size).astype<double>())})
    for (const std::size_t apart : {1u, 2u, 3u, 4u}) {
      double sum = 0;
      for (std::size_t i = apart; i < drawn.size(); ++i) sum += drawn[i] * drawn[i - apart];
      EXPECT_LT(std::abs(sum) / std::sqrt(static_cast<double>(count)), 5.0)
          << "seed " << seed_ << ", " << apart;
    }
}

INSTANTIATE_TEST_SUITE_P(devices, random_distributions, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::random
