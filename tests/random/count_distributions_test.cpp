// SPDX-License-Identifier: BSD-3-Clause
// tests/random/golden_distributions_test.cpp compares distributions with those of SciPy.
#include <gpu/random/count_distributions.hpp>

#include <cmath>
#include <cstdint>
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

using counts = std::vector<std::int64_t>;
using test::message_of;
using test::values;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class random_count_distributions : public test::on_device {};

TEST_P(random_count_distributions, at_the_edges_of_their_parameters) {
  generator rng = default_rng(std::random_device()());
  EXPECT_EQ(values(rng.poisson(0, {3})), (counts{0, 0, 0}));
  EXPECT_EQ(values(rng.poisson(1e-12, {3})), (counts{0, 0, 0}));
  EXPECT_NEAR(static_cast<double>(rng.poisson(9.2233720064847708e18).item()), 9.22337200648e18,
              8 * 3.1e9);
  EXPECT_EQ(values(rng.binomial(0, 0.5, {2})), (counts{0, 0}));
  EXPECT_EQ(values(rng.binomial(7, 0, {2})), (counts{0, 0}));
  EXPECT_EQ(values(rng.binomial(7, 1, {2})), (counts{7, 7}));
  EXPECT_EQ(rng.binomial(most, 1).item(), most);
  EXPECT_EQ(rng.binomial(most, 0).item(), 0);
  EXPECT_EQ(values(rng.geometric(1, {2})), (counts{1, 1}));
  EXPECT_EQ(rng.geometric(1e-300).item(), most);
  EXPECT_EQ(rng.negative_binomial(5, 1).item(), 0);
  EXPECT_EQ(values(rng.hypergeometric(0, 5, 3, {2})), (counts{0, 0}));
  EXPECT_EQ(values(rng.hypergeometric(5, 0, 3, {2})), (counts{3, 3}));
  EXPECT_EQ(values(rng.hypergeometric(40, 50, 90, {2})), (counts{40, 40}));
  EXPECT_EQ(rng.hypergeometric(0, 0, 0).item(), 0);
  EXPECT_EQ(values(rng.logseries(0, {2})), (counts{1, 1}));
  EXPECT_GE(rng.logseries(1 - 0x1p-53).item(), 1);
  EXPECT_EQ(values(rng.zipf(2000, {2})), (counts{1, 1}));
  EXPECT_TRUE(all(rng.zipf(1 + 0x1p-52, {1000}) >= 1).item());
}

TEST_P(random_count_distributions, stay_within_their_ranges) {
  generator rng = default_rng(std::random_device()());
  const shape many = {200000};
  const auto of_few = rng.binomial(12, 0.9, many);
  EXPECT_TRUE(all(of_few >= 0 && of_few <= 12).item());
  const auto of_many = rng.binomial(40, 0.5, many);
  EXPECT_TRUE(all(of_many >= 0 && of_many <= 40).item());
  EXPECT_TRUE(all(rng.poisson(10, many) >= 0).item());
  const auto good = rng.hypergeometric(30, 12, 25, many);
  EXPECT_TRUE(all(good >= 13 && good <= 25).item());
  EXPECT_TRUE(all(rng.geometric(0.999999, many) >= 1).item());
}

TEST_P(random_count_distributions, depend_on_the_seed_and_the_place_alone) {
  generator rng = default_rng(7);
  const counts first = values(rng.poisson(100, {2, 3}));
  EXPECT_EQ(values(default_rng(7).poisson(100, {6})), first);
  generator other = default_rng(7);
  static_cast<void>(other.zipf(1.1, {6}));
  EXPECT_EQ(values(other.binomial(99, 0.5, {5})), values(rng.binomial(99, 0.5, {5})));
  EXPECT_EQ(rng.poisson(3, {2}, cpu()).device(), cpu());
  EXPECT_EQ(rng.poisson(3, {0, 2}).shape(), (shape{0, 2}));
  EXPECT_EQ(rng.poisson().dimension(), 0u);
}

TEST_P(random_count_distributions, multinomial_shares_experiments_out) {
  generator rng = default_rng(std::random_device()());
  const std::vector<double> p = {0.1, 0.2, 0.05, 0.4, 0.25};
  const ndarray<std::int64_t> drawn = rng.multinomial(60, p, {200, 100});
  EXPECT_EQ(drawn.shape(), (shape{200, 100, 5}));
  EXPECT_TRUE(all(equal(sum(drawn, {-1}), 60)).item());
  EXPECT_TRUE(all(drawn >= 0).item());
  const std::vector<double> means = values(mean(drawn, {0, 1}));
  const std::vector<double> variances = values(var(drawn, {0, 1}));
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double variance = 60 * p[i] * (1 - p[i]);
    EXPECT_NEAR(means[i], 60 * p[i], 6 * std::sqrt(variance / 20000)) << i;
    EXPECT_NEAR(variances[i] / variance, 1, 0.1) << i;
  }
}

TEST_P(random_count_distributions, multinomial_broadcasts) {
  generator rng = default_rng(3);
  EXPECT_EQ(values(rng.multinomial(5, {0.0, 1.0, 0.0})), (counts{0, 5, 0}));
  EXPECT_EQ(values(rng.multinomial(5, std::vector<double>{0.2})), (counts{5}));
  EXPECT_EQ(values(rng.multinomial(9, {0.5, 0.5, 0.7}))[2], 0);  // the others leave nothing
  EXPECT_EQ(rng.multinomial(5, {0.5, 0.5}, {0, 2}).shape(), (shape{0, 2, 2}));
  const ndarray<int> n = {0, 7};
  const ndarray<float> p = {{1, 0, 0}, {0, 0, 1}};
  EXPECT_EQ(values(rng.multinomial(n, p)), (counts{0, 0, 0, 0, 0, 7}));
  EXPECT_EQ(values(rng.multinomial(n, {0.0, 1.0})), (counts{0, 0, 0, 7}));
  EXPECT_EQ(values(rng.multinomial(2, p, {2, 2})), (counts{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 2}));
  const philox_state before = rng.bit_generator().state();
  EXPECT_THROW(static_cast<void>(rng.multinomial(ndarray<int>{1, 2, 3}, p)), shape_error);
  EXPECT_EQ(rng.bit_generator().state(), before);
}

TEST_P(random_count_distributions, refuse_in_the_words_of_numpy) {
  generator rng = default_rng(8);
  const philox_state before = rng.bit_generator().state();
  const auto refused = [&](const auto& call) {
    const std::string text = message_of<value_error>([&] { static_cast<void>(call()); });
    EXPECT_EQ(rng.bit_generator().state(), before);
    return text;
  };
  EXPECT_EQ(refused([&] { return rng.poisson(-1); }), "lam < 0 or lam is NaN");
  EXPECT_EQ(refused([&] { return rng.poisson(nan); }), "lam < 0 or lam is NaN");
  EXPECT_EQ(refused([&] { return rng.poisson(9.2233720064847718e18); }), "lam value too large");
  EXPECT_EQ(refused([&] { return rng.binomial(-1, 0.5); }), "n < 0");
  for (const double p : {-0.5, 1.5, nan})
    EXPECT_EQ(refused([&] { return rng.binomial(1, p); }), "p < 0, p > 1 or p is NaN");
  EXPECT_EQ(refused([&] { return rng.negative_binomial(0, 0.5); }), "n <= 0");
  EXPECT_EQ(refused([&] { return rng.negative_binomial(nan, 0.5); }), "n must not be NaN");
  EXPECT_EQ(refused([&] { return rng.negative_binomial(1, 1e-300); }),
            "n too large or p too small, see Generator.negative_binomial Notes");
  for (const double p : {0.0, -1.0, 1.5, nan}) {
    const char* text = "p <= 0, p > 1 or p contains NaNs";
    EXPECT_EQ(refused([&] { return rng.geometric(p); }), text);
    EXPECT_EQ(refused([&] { return rng.negative_binomial(1, p); }), text);
  }
  EXPECT_EQ(refused([&] { return rng.hypergeometric(1, 1, 3); }), "ngood + nbad < nsample");
  EXPECT_EQ(refused([&] { return rng.hypergeometric(-1, 5, 3); }), "ngood < 0");
  EXPECT_EQ(refused([&] { return rng.hypergeometric(5, -1, 3); }), "nbad < 0");
  EXPECT_EQ(refused([&] { return rng.hypergeometric(1, 1, -1); }), "nsample < 0");
  EXPECT_EQ(refused([&] { return rng.hypergeometric(1000000000, 1, 3); }),
            "both ngood and nbad must be less than 1000000000");
  for (const double p : {-0.1, 1.0, nan})
    EXPECT_EQ(refused([&] { return rng.logseries(p); }), "p < 0, p >= 1 or p is NaN");
  for (const double a : {1.0, 0.0, nan})
    EXPECT_EQ(refused([&] { return rng.zipf(a); }), "a <= 1 or a is NaN");
  EXPECT_EQ(refused([&] { return rng.multinomial(-1, {0.5, 0.5}); }), "n < 0");
  EXPECT_EQ(refused([&] { return rng.multinomial(1, {0.5, 0.6, 0.1}); }), "sum(pvals[:-1]) > 1.0");
  for (const double p : {-0.5, 1.5, nan})
    EXPECT_EQ(refused([&] {
                return rng.multinomial(1, {p, 0.5});
              }),
              "pvals < 0, pvals > 1 or pvals contains NaNs");
  EXPECT_EQ(refused([&] { return rng.multinomial(1, std::vector<double>()); }),
            "pvals must have at least 1 dimension and the last dimension of pvals must be greater "
            "than 0.");
}

INSTANTIATE_TEST_SUITE_P(devices, random_count_distributions,
                         testing::ValuesIn(test::cpu_and_gpu()), test::device_name);

}  // namespace
}  // namespace gpu::random
