// SPDX-License-Identifier: BSD-3-Clause
// Each function draws what the member of a generator of the same seed draws.
#include <gpu/random/count_functions.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using gpu::test::values;

class random_count_functions : public test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    seed(31);
    rng_ = default_rng(31);
  }
  generator rng_;
};

const shape size = {2, 3};

TEST_P(random_count_functions, take_parameters_and_a_size) {
  EXPECT_EQ(values(poisson(20, size)), values(rng_.poisson(20, size)));
  EXPECT_EQ(values(binomial(20, 0.5, size)), values(rng_.binomial(20, 0.5, size)));
  EXPECT_EQ(values(negative_binomial(20, 0.5, size)),
            values(rng_.negative_binomial(20, 0.5, size)));
  EXPECT_EQ(values(geometric(0.1, size)), values(rng_.geometric(0.1, size)));
  EXPECT_EQ(values(hypergeometric(9, 8, 7, size)), values(rng_.hypergeometric(9, 8, 7, size)));
  EXPECT_EQ(values(logseries(0.9, size)), values(rng_.logseries(0.9, size)));
  EXPECT_EQ(values(zipf(1.5, size)), values(rng_.zipf(1.5, size)));
  EXPECT_EQ(values(multinomial(9, {0.5, 0.5}, size)),
            values(rng_.multinomial(9, {0.5, 0.5}, size)));
  EXPECT_EQ(values(bytes(7)), values(rng_.bytes(7)));
}

TEST_P(random_count_functions, take_arrays) {
  const ndarray<double> means = {0, 20};
  EXPECT_EQ(values(poisson(means)), values(rng_.poisson(means)));
  const ndarray<int> n = {3, 4};
  EXPECT_EQ(values(binomial(n, 0.5)), values(rng_.binomial(n, 0.5)));
  const ndarray<double> p = {0.25, 0.75};
  EXPECT_EQ(values(multinomial(n, p)), values(rng_.multinomial(n, p)));
  const ndarray<int> a = reshape(arange<int>(12), {3, 4});
  EXPECT_EQ(values(permuted(a, 1)), values(rng_.permuted(a, 1)));
  EXPECT_EQ(values(permuted(a)), values(rng_.permuted(a)));
  EXPECT_EQ(poisson(ones<double>({2}, cpu())).device(), cpu());
  EXPECT_THROW(static_cast<void>(poisson(-1)), value_error);
}

TEST_P(random_count_functions, have_the_dtype_asked_for) {
  const auto drawn = poisson<std::int16_t>(20, size);
  EXPECT_EQ(drawn.dtype(), dtype::int16);
  EXPECT_EQ(values(drawn.astype<std::int64_t>()), values(rng_.poisson(20, size)));
}

INSTANTIATE_TEST_SUITE_P(devices, random_count_functions, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::random
