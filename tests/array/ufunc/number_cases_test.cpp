// SPDX-License-Identifier: BSD-3-Clause
// Powers and quotients of which one operand is a number with an op of its own.
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using gpu::test::values;

class number_cases : public test::on_device {};

template <class A>
bool computes(const A& value, const std::string& name) {
  return explain(value).find(' ' + name) != std::string::npos;
}

TEST_P(number_cases, of_floats_are_other_ops) {
  const ndarray<float> x = {1, -2, 4, 0.5f};
  EXPECT_TRUE(computes(power(x, 2), "square"));
  EXPECT_TRUE(computes(power(x, 0.5), "sqrt"));
  EXPECT_TRUE(computes(power(x, -1), "reciprocal"));
  EXPECT_TRUE(computes(power(x, 1.0f), "positive"));
  EXPECT_TRUE(computes(power(x, 3), "power"));
  EXPECT_TRUE(computes(power(x, 2.5), "power"));
  EXPECT_EQ(values(power(x, 2)), (std::vector<float>{1, 4, 16, 0.25f}));
  EXPECT_EQ(values(power(x, -1)), (std::vector<float>{1, -0.5f, 0.25f, 2}));
  EXPECT_EQ(power(x, 2).dtype(), dtype::float32);
}

/// As in NumPy 2: `numpy.power(numpy.array([-0.0, -numpy.inf]), 0.5)`, but not of an array 0.5.
TEST_P(number_cases, have_the_values_of_the_root) {
  const double infinity = std::numeric_limits<double>::infinity();
  const ndarray<double> x = {4, -0.0, -infinity};
  const std::vector<double> roots = values(power(x, 0.5));
  EXPECT_EQ(roots[0], 2);
  EXPECT_TRUE(roots[1] == 0 && std::signbit(roots[1]));
  EXPECT_TRUE(std::isnan(roots[2]));
  const std::vector<double> powers = values(power(x, ndarray<double>{0.5, 0.5, 0.5}));
  EXPECT_FALSE(std::signbit(powers[1]));
  EXPECT_EQ(powers[2], infinity);
}

TEST_P(number_cases, of_integers_are_whole_numbers) {
  const ndarray<int> x = {3, -4, 1, 0};
  EXPECT_TRUE(computes(power(x, 2), "square"));
  EXPECT_TRUE(computes(power(x, -1), "power"));
  EXPECT_EQ(values(power(x, 2)), (std::vector<int>{9, 16, 1, 0}));
  EXPECT_EQ(values(power(x, -1)), (std::vector<int>{0, 0, 1, 0}));
  EXPECT_EQ(values(power(x, 0.5))[2], 1.0);
}

TEST_P(number_cases, of_complex_numbers) {
  using number = std::complex<double>;
  const ndarray<number> z = {number(3, 4), number(0, 1)};
  EXPECT_TRUE(computes(power(z, 2), "square"));
  EXPECT_EQ(values(power(z, 2))[0], number(-7, 24));
  EXPECT_TRUE(computes(power(z, number(2, 1)), "power"));
}

TEST_P(number_cases, of_quotients_are_reciprocals) {
  const double infinity = std::numeric_limits<double>::infinity();
  const ndarray<float> x = {1, -2, 3, -0.0f};
  EXPECT_TRUE(computes(1 / x, "reciprocal"));
  EXPECT_EQ(explain(1.0f / (x + x)).find("divide"), std::string::npos);
  EXPECT_TRUE(computes(2 / x, "divide"));
  EXPECT_TRUE(computes(x / 1, "divide"));
  EXPECT_EQ(values(1 / x), (std::vector<float>{1, -0.5f, 1.0f / 3, -static_cast<float>(infinity)}));
  EXPECT_EQ(values(1 / ndarray<int>{4, -3, 0}), (std::vector<double>{0.25, -1.0 / 3, infinity}));
  EXPECT_EQ((1 / ndarray<int>{4}).dtype(), dtype::float64);
}

/// Whose reciprocal and quotient are rounded in other places, as NumPy's are.
TEST_P(number_cases, of_quotients_are_not_of_complex_numbers) {
  const ndarray<std::complex<double>> z = {std::complex<double>(3, 4)};
  EXPECT_TRUE(computes(1 / z, "divide"));
}

TEST_P(number_cases, of_powers_are_of_the_exponent_alone) {
  const ndarray<float> x = {1, 2, 3};
  EXPECT_TRUE(computes(power(2, x), "power"));
  EXPECT_EQ(values(power(2, x)), (std::vector<float>{2, 4, 8}));
  const ndarray<float> exponents = {2, 2, 2};
  EXPECT_TRUE(computes(power(x, exponents), "power"));
}

INSTANTIATE_TEST_SUITE_P(devices, number_cases, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
