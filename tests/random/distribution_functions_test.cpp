// SPDX-License-Identifier: BSD-3-Clause
// Each function draws what the member of a generator of the same seed draws.
#include <gpu/random/distribution_functions.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using gpu::test::values;

class random_distribution_functions : public test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    seed(31);
    rng_ = default_rng(31);
  }
  generator rng_;
};

const shape size = {2, 3};

TEST_P(random_distribution_functions, of_fixed_parameters_take_a_size) {
  EXPECT_EQ(values(standard_normal(size)), values(rng_.standard_normal(size)));
  EXPECT_EQ(values(standard_exponential<float>(size)),
            values(rng_.standard_exponential<float>(size)));
  EXPECT_EQ(values(standard_cauchy(size)), values(rng_.standard_cauchy(size)));
}

TEST_P(random_distribution_functions, take_parameters_and_a_size) {
  EXPECT_EQ(values(uniform(-1, 2, size)), values(rng_.uniform(-1, 2, size)));
  EXPECT_EQ(values(normal<float>(1, 2.5, size)), values(rng_.normal<float>(1, 2.5, size)));
  EXPECT_EQ(values(lognormal(1, 0.5, size)), values(rng_.lognormal(1, 0.5, size)));
  EXPECT_EQ(values(exponential(3, size)), values(rng_.exponential(3, size)));
  EXPECT_EQ(values(gumbel(1, 2, size)), values(rng_.gumbel(1, 2, size)));
  EXPECT_EQ(values(laplace(1, 2, size)), values(rng_.laplace(1, 2, size)));
  EXPECT_EQ(values(logistic(1, 2, size)), values(rng_.logistic(1, 2, size)));
  EXPECT_EQ(values(pareto(2, size)), values(rng_.pareto(2, size)));
  EXPECT_EQ(values(power(2, size)), values(rng_.power(2, size)));
  EXPECT_EQ(values(rayleigh(2, size)), values(rng_.rayleigh(2, size)));
  EXPECT_EQ(values(triangular(1, 2, 4, size)), values(rng_.triangular(1, 2, 4, size)));
  EXPECT_EQ(values(weibull(2, size)), values(rng_.weibull(2, size)));
  EXPECT_EQ(values(standard_gamma(2, size)), values(rng_.standard_gamma(2, size)));
  EXPECT_EQ(values(gamma(2, 3, size)), values(rng_.gamma(2, 3, size)));
  EXPECT_EQ(values(beta(2, 3, size)), values(rng_.beta(2, 3, size)));
  EXPECT_EQ(values(chisquare(2, size)), values(rng_.chisquare(2, size)));
  EXPECT_EQ(values(noncentral_chisquare(2, 3, size)),
            values(rng_.noncentral_chisquare(2, 3, size)));
  EXPECT_EQ(values(f(2, 3, size)), values(rng_.f(2, 3, size)));
  EXPECT_EQ(values(noncentral_f(2, 3, 4, size)), values(rng_.noncentral_f(2, 3, 4, size)));
  EXPECT_EQ(values(standard_t(2, size)), values(rng_.standard_t(2, size)));
  EXPECT_EQ(values(wald(2, 3, size)), values(rng_.wald(2, 3, size)));
  EXPECT_EQ(values(vonmises(1, 3, size)), values(rng_.vonmises(1, 3, size)));
  EXPECT_EQ(values(dirichlet({1.0, 2.0}, size)), values(rng_.dirichlet({1.0, 2.0}, size)));
}

TEST_P(random_distribution_functions, take_arrays) {
  const ndarray<double> shapes = {1, 2, 3};
  EXPECT_EQ(values(gamma<float>(shapes, 2)), values(rng_.gamma<float>(shapes, 2)));
  EXPECT_EQ(values(dirichlet(shapes)), values(rng_.dirichlet(shapes)));
  const ndarray<double> on_cpu = ones<double>({3}, cpu());
  EXPECT_EQ(exponential(on_cpu).device(), cpu());
  EXPECT_EQ(exponential(2, 4).shape(), (shape{4}));
  EXPECT_EQ(exponential(2, {4}, cpu()).device(), cpu());
  EXPECT_THROW(static_cast<void>(gamma(shapes, -1)), value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, random_distribution_functions,
                         testing::ValuesIn(test::cpu_and_gpu()), test::device_name);

}  // namespace
}  // namespace gpu::random
