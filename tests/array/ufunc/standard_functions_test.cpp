// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/standard_functions.hpp>

#include <cmath>
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

/// Written once, for numbers and arrays.
template <class X>
auto softplus(const X& x) {
  using std::exp;
  using std::log1p;
  return log1p(exp(x));
}

class standard_functions : public gpu::test::on_device {};

TEST_P(standard_functions, are_found_by_their_argument) {
  const ndarray<double> x = {-1, 0.25, 4};
  EXPECT_EQ(values(exp(x)), values(gpu::exp(x)));
  EXPECT_EQ(values(sqrt(abs(x))), values(gpu::sqrt(gpu::abs(x))));
  EXPECT_EQ(values(atan2(x, 2)), values(gpu::arctan2(x, 2)));
  EXPECT_EQ(values(isnan(x + 1)), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(values(round(x)), values(gpu::round(x)));
  EXPECT_EQ(values(fma(x, x, 1)), values(gpu::fma(x, x, 1)));
}

TEST_P(standard_functions, serve_numbers_and_arrays_in_one_function) {
  const ndarray<double> x = {0.5};
  EXPECT_DOUBLE_EQ(softplus(x)(0), softplus(0.5));
}

TEST_P(standard_functions, pow_is_power) {
  const ndarray<double> x = {-1, 0.5, 3};
  EXPECT_EQ(values(pow(x, 2)), values(gpu::power(x, 2)));
  EXPECT_EQ(values(gpu::pow(2, x)), values(gpu::power(2, x)));
  EXPECT_EQ(values(gpu::pow<3>(x)), values(gpu::power(x, 3)));
  ndarray<double> y = {0, 0, 0};
  gpu::pow(x, 2, gpu::out(y));
  EXPECT_EQ(values(y), (std::vector<double>{1, 0.25, 9}));
  EXPECT_EQ(gpu::pow(2.0, 3), 8);
}

TEST_P(standard_functions, elements_are_numbers) {
  ndarray<std::complex<double>> z = {std::complex<double>(3, 4), std::complex<double>(0, 1)};
  EXPECT_EQ(gpu::abs(z(0)), 5);
  ndarray<double> x = {4, 9};
  EXPECT_EQ(gpu::sqrt(x(1)), 3);
  EXPECT_EQ(gpu::maximum(x(0), 5), 5);
}

INSTANTIATE_TEST_SUITE_P(devices, standard_functions, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
