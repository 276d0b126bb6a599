// SPDX-License-Identifier: BSD-3-Clause
// xtensor's spelling, which users of `xt::random` write.
#include <gpu/random/xtensor_functions.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/statistics/quantile.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>
#include <gpu/random/functions.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using gpu::test::values;

class random_xtensor_functions : public test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    seed(31);
    rng_ = default_rng(31);
  }
  generator rng_;
};

TEST_P(random_xtensor_functions, take_extents_first) {
  const shape size = {2, 3};
  EXPECT_EQ(values(exponential<double>({2, 3}, 4.0)), values(rng_.exponential(0.25, size)));
  EXPECT_EQ(values(gamma<float>({2, 3}, 4, 2)), values(rng_.gamma<float>(4, 2, size)));
  EXPECT_EQ(values(weibull<double>({2, 3}, 3, 1)), values(rng_.weibull(3, size)));
  EXPECT_EQ(values(extreme_value<double>({2, 3}, 1, 2)), values(rng_.gumbel(1, 2, size)));
  EXPECT_EQ(values(lognormal<double>({2, 3}, 1, 2)), values(rng_.lognormal(1, 2, size)));
  EXPECT_EQ(values(chi_squared<double>({2, 3}, 3)), values(rng_.chisquare(3, size)));
  EXPECT_EQ(values(cauchy<double>({2, 3})), values(rng_.standard_cauchy(size)));
  EXPECT_EQ(values(fisher_f<double>({2, 3}, 3, 4)), values(rng_.f(3, 4, size)));
  EXPECT_EQ(values(student_t<double>({2, 3}, 3)), values(rng_.standard_t(3, size)));
  EXPECT_EQ(values(poisson<std::int64_t>({2, 3}, 3)), values(rng_.poisson(3, size)));
  EXPECT_EQ(values(binomial<std::int64_t>({2, 3}, 9, 0.25)), values(rng_.binomial(9, 0.25, size)));
  EXPECT_EQ(values(negative_binomial<std::int64_t>({2, 3}, 9, 0.25)),
            values(rng_.negative_binomial(9, 0.25, size)));
}

TEST_P(random_xtensor_functions, take_lists_of_extents) {
  const std::vector<std::size_t> list = {2, 3};
  EXPECT_EQ(exponential<float>(list).shape(), (shape{2, 3}));
  EXPECT_EQ(poisson<int>(std::array<int, 1>{4}, 3.0).shape(), (shape{4}));
  EXPECT_EQ(binomial<int>({3}).shape(), (shape{3}));
  EXPECT_EQ(gamma<double>(rand<double>({2, 2}).shape()).shape(), (shape{2, 2}));
  EXPECT_EQ(poisson<float>({3}, 2.0).dtype(), dtype::float32);
  EXPECT_EQ(gamma<double>({3}, 2, 1, cpu()).device(), cpu());
}

/// std::geometric_distribution counts from 0 on.
TEST_P(random_xtensor_functions, take_integers_as_numpys_do) {
  EXPECT_EQ(random::rand(3, 1).shape(), (shape{3, 1}));
  EXPECT_EQ(random::randn<float>(2, 3, 4).shape(), (shape{2, 3, 4}));
  EXPECT_EQ(random::randint(10).shape(), shape{});
  EXPECT_EQ(random::randint(0, 10, 5).shape(), shape{5});
  const ndarray<std::int64_t> dice = random::randint(1, 7, {20, 30});
  EXPECT_EQ(dice.shape(), (shape{20, 30}));
  EXPECT_EQ(amin(dice).item(), 1);
  EXPECT_EQ(amax(dice).item(), 6);
}

TEST_P(random_xtensor_functions, geometric_counts_failures) {
  const std::vector<int> failures = values(geometric<int>({50}, 0.5));
  const std::vector<std::int64_t> trials = values(rng_.geometric(0.5, {50}));
  for (std::size_t i = 0; i < trials.size(); ++i) EXPECT_EQ(failures[i] + 1, trials[i]);
  EXPECT_EQ(values(geometric<int>({2}, 1)), (std::vector<int>{0, 0}));
}

TEST_P(random_xtensor_functions, have_the_scale_asked_for) {
  EXPECT_NEAR(mean(exponential<double>({100000}, 4)).item(), 0.25, 6 * 0.25 / std::sqrt(1e5));
  EXPECT_NEAR(mean(weibull<double>({100000}, 1, 3)).item(), 3, 6 * 3 / std::sqrt(1e5));
  EXPECT_NEAR(median(cauchy<double>({100000}, 5, 2)).item(), 5, 6 * 3.2 / std::sqrt(1e5));
}

INSTANTIATE_TEST_SUITE_P(devices, random_xtensor_functions, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::random
