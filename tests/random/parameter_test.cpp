// SPDX-License-Identifier: BSD-3-Clause
// Arrays as parameters of distributions.
#include <gpu/random/parameter.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/random/generator.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using test::message_of;
using test::values;
using doubles = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class random_parameter : public test::on_device {};

/// Numbers drawn with an array of equal numbers are those drawn with the number.
TEST_P(random_parameter, of_equal_elements_is_a_number) {
  const shape size = {3, 4};
  const auto both = [&](const auto& draw, const auto& one, const auto& two) {
    generator left = default_rng(5);
    generator right = default_rng(5);
    const auto expected = values(draw(left, one, two));
    const auto found = values(draw(right, full(size, one), full({4}, two)));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(static_cast<double>(found[i]), static_cast<double>(expected[i]),
                  1e-14 * std::abs(static_cast<double>(expected[i])));
    EXPECT_EQ(left.bit_generator().state(), right.bit_generator().state());
  };
  using g = generator;
  both([&](g& r, const auto& a, const auto& b) { return r.uniform(a, b, size); }, -2.0, 3.0);
  both([&](g& r, const auto& a, const auto& b) { return r.normal(a, b, size); }, 1.0, 2.0);
  both([&](g& r, const auto& a, const auto& b) { return r.lognormal(a, b, size); }, 1.0, 0.5);
  both([&](g& r, const auto& a, const auto& b) { return r.gumbel(a, b, size); }, 1.0, 2.0);
  both([&](g& r, const auto& a, const auto& b) { return r.laplace(a, b, size); }, 1.0, 2.0);
  both([&](g& r, const auto& a, const auto& b) { return r.logistic(a, b, size); }, 1.0, 2.0);
  both([&](g& r, const auto& a, const auto& b) { return r.triangular(a, a, b, size); }, 1.0, 2.0);
  both([&](g& r, const auto& a, const auto&) { return r.exponential(a, size); }, 2.0, 0);
  both([&](g& r, const auto& a, const auto&) { return r.rayleigh(a, size); }, 2.0, 0);
  both([&](g& r, const auto& a, const auto&) { return r.weibull(a, size); }, 2.0, 0);
  both([&](g& r, const auto& a, const auto&) { return r.weibull(a, size); }, 0.0, 0);
  both([&](g& r, const auto& a, const auto&) { return r.pareto(a, size); }, 2.0, 0);
  both([&](g& r, const auto& a, const auto&) { return r.power(a, size); }, 2.0, 0);
  both([&](g& r, const auto& a, const auto& b) { return r.gamma(a, b, size); }, 0.7, 3.0);
  both([&](g& r, const auto& a, const auto& b) { return r.beta(a, b, size); }, 0.7, 3.0);
  both([&](g& r, const auto& a, const auto& b) { return r.f(a, b, size); }, 0.7, 3.0);
  both([&](g& r, const auto& a, const auto&) { return r.standard_t(a, size); }, 3.0, 0);
  both([&](g& r, const auto& a, const auto& b) { return r.wald(a, b, size); }, 1.0, 2.0);
  both([&](g& r, const auto& a, const auto& b) { return r.vonmises(a, b, size); }, 1.0, 2.0);
  both([&](g& r, const auto& a, const auto&) { return r.poisson(a, size); }, 30, 0);
  both([&](g& r, const auto& a, const auto& b) { return r.binomial(a, b, size); }, 30, 0.4);
  both([&](g& r, const auto& a, const auto& b) { return r.negative_binomial(a, b, size); }, 3, 0.4);
  both([&](g& r, const auto& a, const auto&) { return r.geometric(a, size); }, 0.1, 0);
  both([&](g& r, const auto& a, const auto&) { return r.logseries(a, size); }, 0.9, 0);
  both([&](g& r, const auto& a, const auto&) { return r.zipf(a, size); }, 1.5, 0);
  both([&](g& r, const auto& a, const auto& b) { return r.hypergeometric(a, b, 5, size); }, 9, 3);
}

TEST_P(random_parameter, has_one_value_for_each_element) {
  generator rng = default_rng(std::random_device()());
  const ndarray<double> locs = {-1e6, 0, 1e6};
  EXPECT_EQ(values(rint(rng.normal(locs, 1e-3))), (doubles{-1e6, 0, 1e6}));
  EXPECT_EQ(values(rng.normal<float>(locs, 0)), (std::vector<float>{-1e6f, 0, 1e6f}));
  EXPECT_EQ(values(rng.poisson(ndarray<float>{0, 0})), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(values(rng.binomial(ndarray<std::int8_t>{0, 1, 127}, 1)),
            (std::vector<std::int64_t>{0, 1, 127}));
  EXPECT_EQ(values(rng.binomial(7, ndarray<int>{{0}, {1}}, {2, 2})),
            (std::vector<std::int64_t>{0, 0, 7, 7}));
  EXPECT_EQ(values(rng.uniform(locs, locs)), values(locs));
  // An expression, and both formulas of the noncentral distribution.
  const ndarray<double> df = {0.5, 40};
  const auto drawn = rng.noncentral_chisquare(df * 2, 3, {20000, 2});
  const doubles means = values(mean(drawn, {0}));
  EXPECT_NEAR(means[0], 4, 6 * std::sqrt(14.0 / 20000));
  EXPECT_NEAR(means[1], 83, 6 * std::sqrt(172.0 / 20000));
}

TEST_P(random_parameter, says_what_the_result_is_like) {
  generator rng = default_rng(5);
  EXPECT_EQ(rng.gamma(ones<double>({2, 1}), ones<double>({3})).shape(), (shape{2, 3}));
  EXPECT_EQ(rng.gamma(ones<double>({2, 0})).shape(), (shape{2, 0}));
  EXPECT_EQ(rng.gamma(ones<double>({1}), 1, {4, 3}).shape(), (shape{4, 3}));
  const ndarray<double> on_cpu = ones<double>({2}, cpu());
  EXPECT_EQ(rng.poisson(on_cpu).device(), cpu());
  EXPECT_EQ(rng.normal(on_cpu, 1, {3, 2}).device(), cpu());
}

TEST_P(random_parameter, is_a_snapshot) {
  generator rng = default_rng(5);
  ndarray<double> scale = {0, 0};
  const auto drawn = rng.exponential(scale);
  scale = scale + 5;
  EXPECT_EQ(values(drawn), (doubles{0, 0}));
}

TEST_P(random_parameter, is_refused_in_the_words_of_numpy) {
  generator rng = default_rng(8);
  const philox_state before = rng.bit_generator().state();
  const auto refused = [&]<class Error>(std::type_identity<Error>, const auto& call) {
    const std::string text = message_of<Error>([&] { static_cast<void>(call()); });
    EXPECT_EQ(rng.bit_generator().state(), before);
    return text;
  };
  constexpr std::type_identity<value_error> value;
  constexpr std::type_identity<shape_error> extents;
  constexpr std::type_identity<overflow_error> overflow;
  const ndarray<double> two = {1, 2};
  const ndarray<double> bad = {1, -2};
  const ndarray<double> with_nan = {1, nan};
  EXPECT_EQ(refused(value, [&] { return rng.normal(two, bad); }), "scale < 0");
  EXPECT_EQ(refused(value, [&] { return rng.gamma(bad); }), "shape < 0");
  EXPECT_EQ(refused(value, [&] { return rng.gamma(1, bad); }), "scale < 0");
  EXPECT_EQ(refused(value, [&] { return rng.pareto(bad); }), "a <= 0");
  EXPECT_EQ(refused(value, [&] { return rng.poisson(bad); }), "lam < 0 or lam contains NaNs");
  EXPECT_EQ(refused(value, [&] { return rng.poisson(with_nan); }), "lam < 0 or lam contains NaNs");
  EXPECT_EQ(refused(value, [&] { return rng.binomial(3, two); }),
            "p < 0, p > 1 or p contains NaNs");
  EXPECT_EQ(refused(value, [&] { return rng.binomial(ndarray<int>{3, -1}, 1); }), "n < 0");
  EXPECT_EQ(refused(value, [&] { return rng.zipf(two); }), "a <= 1 or a contains NaNs");
  EXPECT_EQ(refused(value, [&] { return rng.logseries(two); }), "p < 0, p >= 1 or p contains NaNs");
  EXPECT_EQ(refused(value, [&] { return rng.geometric(with_nan); }),
            "p <= 0, p > 1 or p contains NaNs");
  EXPECT_EQ(refused(value,
                    [&] {
                      return rng.hypergeometric(ndarray<int>{1, 5}, 1, 3);
                    }),
            "ngood + nbad < nsample");
  EXPECT_EQ(refused(value, [&] { return rng.triangular(0, two, 1.5); }), "mode > right");
  EXPECT_EQ(refused(value, [&] { return rng.triangular(two, 2, 2); }), "left == right");
  EXPECT_EQ(refused(value, [&] { return rng.uniform(two, 1); }), "high - low < 0");
  EXPECT_EQ(refused(overflow, [&] { return rng.uniform(two, infinity); }),
            "Range exceeds valid bounds");
  EXPECT_EQ(refused(overflow, [&] { return rng.binomial(std::uint64_t{1} << 63, 0.5); }),
            "Python int too large to convert to C long");
  EXPECT_EQ(refused(extents,
                    [&] {
                      return rng.normal(two, 1, {2, 3});
                    }),
            "Output size (2, 3) is not compatible with broadcast dimensions of inputs (2,).");
  EXPECT_EQ(refused(extents, [&] { return rng.normal(two, 1, {1}); }),
            "Output size (1,) is not compatible with broadcast dimensions of inputs (2,).");
  EXPECT_EQ(refused(extents, [&] { return rng.gamma(two, ones<double>({3})); }),
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            "arg 0 with shape (2,) and arg 1 with shape (3,).");
}

INSTANTIATE_TEST_SUITE_P(devices, random_parameter, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::random
