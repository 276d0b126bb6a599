// SPDX-License-Identifier: BSD-3-Clause
// tests/random/golden_distributions_test.cpp compares distributions with those of SciPy.
#include <gpu/random/gamma_distributions.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/random/generator.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using doubles = std::vector<double>;
using test::message_of;
using test::values;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class random_gamma_distributions : public test::on_device {};

TEST_P(random_gamma_distributions, at_the_edges_of_their_parameters) {
  generator rng = default_rng(std::random_device()());
  EXPECT_EQ(values(rng.standard_gamma(0, {2})), (doubles{0, 0}));
  EXPECT_EQ(values(rng.gamma(1e-300, 1, {2})), (doubles{0, 0}));
  EXPECT_EQ(values(rng.gamma(3, 0, {2})), (doubles{0, 0}));
  EXPECT_EQ(rng.standard_gamma(infinity).item(), infinity);
  EXPECT_DOUBLE_EQ(rng.standard_gamma(1e300).item(), 1e300);
  EXPECT_DOUBLE_EQ(rng.beta(1e300, 1e300).item(), 0.5);
  EXPECT_DOUBLE_EQ(rng.noncentral_chisquare(3, 1e300).item(), 1e300);
  EXPECT_DOUBLE_EQ(rng.noncentral_chisquare(0.3, 1e300).item(), 1e300);
  EXPECT_NEAR(rng.noncentral_chisquare(ndarray<double>{0.3}, 1e20).item() / 1e20, 1, 1e-8);
  EXPECT_NEAR(rng.vonmises(100, 1e14).item(), 100 - 32 * std::acos(-1.0), 1e-5);
  EXPECT_EQ(rng.vonmises(1, infinity).item(), 1);
  EXPECT_NEAR(rng.wald(2, 1e30).item(), 2, 1e-12);
  const doubles shares = values(rng.beta(1e-300, 1e-300, {100}));
  for (const double share : shares) EXPECT_TRUE(share == 0 || share == 1) << share;
  const doubles smallest = values(rng.beta(5e-324, 5e-324, {100}));
  for (const double share : smallest) EXPECT_TRUE(share == 0 || share == 1) << share;
}

TEST_P(random_gamma_distributions, of_nan_are_nan) {
  generator rng = default_rng(1);
  for (const double value :
       {rng.standard_gamma(nan).item(), rng.gamma(1, nan).item(), rng.beta(nan, 1).item(),
        rng.beta(1, nan).item(), rng.beta(infinity, 1).item(), rng.chisquare(nan).item(),
        rng.f(nan, 1).item(), rng.f(1, nan).item(), rng.standard_t(nan).item(),
        rng.noncentral_chisquare(nan, 1).item(), rng.noncentral_chisquare(0.5, nan).item(),
        rng.noncentral_chisquare(2, nan).item(), rng.noncentral_f(nan, 1, 1).item(),
        rng.wald(nan, 1).item(), rng.wald(1, nan).item(), rng.vonmises(nan, 1).item(),
        rng.vonmises(1, nan).item()})
    EXPECT_TRUE(std::isnan(value)) << value;
}

TEST_P(random_gamma_distributions, are_finite) {
  generator rng = default_rng(std::random_device()());
  const shape many = {300000};
  EXPECT_TRUE(all(isfinite(rng.standard_gamma<float>(0.3, many))).item());
  EXPECT_TRUE(all(isfinite(rng.standard_gamma<float>(1e6, many))).item());
  EXPECT_TRUE(all(isfinite(rng.wald<float>(1, 1, many))).item());
  EXPECT_TRUE(all(abs(rng.vonmises<float>(2, 0.5, many)) <= 3.1415928f).item());
  EXPECT_TRUE(all(rng.standard_gamma(1, many) > 0).item());
  const auto share = rng.beta<float>(0.5, 0.5, many);
  EXPECT_TRUE(all(share >= 0 && share <= 1).item());
}

/// As large shapes have narrow distributions, rounding must not make them wider.
TEST_P(random_gamma_distributions, of_large_shapes_in_float32_keep_their_variance) {
  generator rng = default_rng(std::random_device()());
  const auto drawn = rng.standard_gamma<float>(1e6, {100000}).astype<double>();
  EXPECT_NEAR(mean(drawn).item(), 1e6, 6 * 1e3 / std::sqrt(1e5));
  EXPECT_NEAR(var(drawn).item() / 1e6, 1, 6 * std::sqrt(2 / 1e5));
}

TEST_P(random_gamma_distributions, depend_on_the_seed_and_the_place_alone) {
  generator rng = default_rng(7);
  const doubles first = values(rng.standard_gamma(0.3, {2, 3}));
  const doubles second = values(rng.standard_gamma(0.3, {6}));
  EXPECT_NE(first, second);
  generator again = default_rng(7);
  doubles both = first;
  both.insert(both.end(), second.begin(), second.end());
  EXPECT_EQ(values(again.standard_gamma(0.3, {12})), both);
  EXPECT_EQ(again.bit_generator().state(), rng.bit_generator().state());
  // Whatever was drawn before, and however often.
  generator other = default_rng(7);
  static_cast<void>(other.standard_gamma(100, {12}));
  EXPECT_EQ(values(other.random({3})), values(again.random({3})));
  // Nothing is drawn for no elements.
  static_cast<void>(other.standard_gamma(100, {0}));
  EXPECT_EQ(values(other.random({3})), values(again.random({3})));
  // A block that has been begun is not drawn from.
  generator odd = default_rng(7);
  static_cast<void>(odd.random());
  EXPECT_NE(values(odd.standard_gamma(0.3, {12})), both);
}

TEST_P(random_gamma_distributions, have_the_shape_and_dtype_asked_for) {
  generator rng = default_rng(7);
  EXPECT_EQ(rng.gamma(2).dimension(), 0u);
  EXPECT_EQ(rng.gamma(2, 1, {0, 3}).shape(), (shape{0, 3}));
  EXPECT_EQ(rng.gamma<float16>(2, 1, {3}).dtype(), dtype::float16);
  EXPECT_TRUE(all(rng.vonmises<bfloat16>(0, 2, {3}) < 4).item());
  EXPECT_EQ(rng.f<float>(2, 3, {2, 2}).device(), GetParam());
  EXPECT_EQ(rng.beta(2, 3, {2}, cpu()).device(), cpu());
}

TEST_P(random_gamma_distributions, neighbours_are_not_correlated) {
  const unsigned seed = std::random_device()();
  generator rng = default_rng(seed);
  const doubles drawn = values(rng.standard_gamma(2, {100000}));
  for (const std::size_t apart : {1u, 2u, 3u, 4u}) {
    double sum = 0;
    for (std::size_t i = apart; i < drawn.size(); ++i)
      sum += (drawn[i] - 2) * (drawn[i - apart] - 2);
    EXPECT_LT(std::abs(sum) / 2 / std::sqrt(1e5), 5.5) << "seed " << seed << ", " << apart;
  }
}

TEST_P(random_gamma_distributions, dirichlet_gives_shares_of_a_whole) {
  generator rng = default_rng(std::random_device()());
  const auto drawn = rng.dirichlet({1.0, 2.0, 5.0}, {1000, 100});
  EXPECT_EQ(drawn.shape(), (shape{1000, 100, 3}));
  EXPECT_TRUE(all(abs(sum(drawn, {-1}) - 1) < 1e-15 * 4).item());
  const doubles means = values(mean(drawn, {0, 1}));
  const doubles variances = values(var(drawn, {0, 1}));
  const doubles alpha = {1, 2, 5};
  for (std::size_t i = 0; i < 3; ++i) {
    const double share = alpha[i] / 8;
    const double variance = share * (1 - share) / 9;
    EXPECT_NEAR(means[i], share, 6 * std::sqrt(variance / 1e5));
    EXPECT_NEAR(variances[i] / variance, 1, 0.05);
  }
  const auto rare = rng.dirichlet<float>({1e-30, 1e-30}, {50});
  EXPECT_TRUE(all(rare >= 0 && rare <= 1).item());
  EXPECT_TRUE(all(sum(rare, {-1}) > 0.999f).item());
}

TEST_P(random_gamma_distributions, dirichlet_at_the_edges_of_its_parameters) {
  generator rng = default_rng(3);
  EXPECT_EQ(values(rng.dirichlet({1.0, 0.0})), (doubles{1, 0}));
  EXPECT_EQ(values(rng.dirichlet({0.0, 0.0})), (doubles{0, 0}));
  EXPECT_EQ(rng.dirichlet(doubles(), {4}).shape(), (shape{4, 0}));
  EXPECT_EQ(rng.dirichlet(doubles{2.0}, {0}).shape(), (shape{0, 1}));
  EXPECT_TRUE(all(isnan(rng.dirichlet({nan, 1.0}))).item());
  EXPECT_EQ(values(rng.dirichlet(ndarray<int>{3})), doubles{1});
  EXPECT_EQ(message_of<value_error>([&] {
              static_cast<void>(rng.dirichlet({1.0, -1.0}));
            }),
            "alpha < 0");
  EXPECT_EQ(message_of<value_error>([&] {
              static_cast<void>(rng.dirichlet(ones<double>({1, 2})));
            }),
            "alpha must have one axis, not the shape (1, 2)");
}

TEST_P(random_gamma_distributions, refuse_in_the_words_of_numpy) {
  generator rng = default_rng(8);
  const philox_state before = rng.bit_generator().state();
  const auto refused = [&](const auto& call) {
    const std::string text = message_of<value_error>([&] { static_cast<void>(call()); });
    EXPECT_EQ(rng.bit_generator().state(), before);
    return text;
  };
  EXPECT_EQ(refused([&] { return rng.standard_gamma(-1); }), "shape < 0");
  EXPECT_EQ(refused([&] { return rng.gamma(-1); }), "shape < 0");
  EXPECT_EQ(refused([&] { return rng.gamma(1, -1); }), "scale < 0");
  EXPECT_EQ(refused([&] { return rng.beta(0, 1); }), "a <= 0");
  EXPECT_EQ(refused([&] { return rng.beta(1, 0); }), "b <= 0");
  EXPECT_EQ(refused([&] { return rng.chisquare(0); }), "df <= 0");
  EXPECT_EQ(refused([&] { return rng.standard_t(0); }), "df <= 0");
  EXPECT_EQ(refused([&] { return rng.f(0, 1); }), "dfnum <= 0");
  EXPECT_EQ(refused([&] { return rng.f(1, 0); }), "dfden <= 0");
  EXPECT_EQ(refused([&] { return rng.noncentral_chisquare(0, 1); }), "df <= 0");
  EXPECT_EQ(refused([&] { return rng.noncentral_chisquare(1, -1); }), "nonc < 0");
  EXPECT_EQ(refused([&] { return rng.noncentral_f(0, 1, 1); }), "dfnum <= 0");
  EXPECT_EQ(refused([&] { return rng.noncentral_f(1, 0, 1); }), "dfden <= 0");
  EXPECT_EQ(refused([&] { return rng.noncentral_f(1, 1, -1); }), "nonc < 0");
  EXPECT_EQ(refused([&] { return rng.wald(0, 1); }), "mean <= 0");
  EXPECT_EQ(refused([&] { return rng.wald(1, 0); }), "scale <= 0");
  EXPECT_EQ(refused([&] { return rng.vonmises(1, -1); }), "kappa < 0");
}

INSTANTIATE_TEST_SUITE_P(devices, random_gamma_distributions,
                         testing::ValuesIn(test::cpu_and_gpu()), test::device_name);

}  // namespace
}  // namespace gpu::random
