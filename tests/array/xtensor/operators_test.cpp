// SPDX-License-Identifier: BSD-3-Clause
// What xtensor's documentation shows of operators and functions (docs/source/operator.rst,
// quickref/operator.rst and quickref/math.rst), with `gpu::` for `xt::`.
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::test::values;
using bools = std::vector<bool>;
using integers = std::vector<int>;

class xtensor_operators : public gpu::test::on_device {
 protected:
  gpu::xarray<int> a = {{1, 2}, {3, 4}};
  gpu::xarray<int> b = {1, 2};
  gpu::xarray<double> e1 = {0.25, 1.5, 2.75};
  gpu::xarray<double> e2 = {2, 0.5, 3};
  gpu::xarray<double> e3 = {1, 2, 4};

  static void expect(const gpu::xarray<double>& found, double (*function)(double),
                     const gpu::xarray<double>& of) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found(i), function(of(i)), 1e-12);
  }
  static void expect(const gpu::xarray<double>& found, double (*function)(double, double),
                     const gpu::xarray<double>& x, const gpu::xarray<double>& y) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found(i), function(x(i), y(i)), 1e-12);
  }
};

TEST_P(xtensor_operators, compute) {
  gpu::xarray<int> res = 2 * (a + b);
  EXPECT_TRUE(res == (gpu::xarray<int>{{4, 8}, {8, 12}}));
  EXPECT_EQ(values(-b), (integers{-1, -2}));
  EXPECT_EQ(values(+b), (integers{1, 2}));
  EXPECT_EQ(values(a - b), (integers{0, 0, 2, 2}));
  EXPECT_EQ(values(a * b), (integers{1, 4, 3, 8}));
  EXPECT_EQ(values(a / b), (std::vector<double>{1, 1, 3, 2}));
  EXPECT_EQ(values(a % b), (integers{0, 0, 0, 0}));
  a += b;
  a -= 1;
  a *= b;
  a %= 5;
  EXPECT_EQ(values(a), (integers{1, 1, 3, 0}));
  e1 /= e3;
  EXPECT_EQ(values(e1), (std::vector<double>{0.25, 0.75, 0.6875}));
}

TEST_P(xtensor_operators, take_bits) {
  EXPECT_EQ(values(a & 1), (integers{1, 0, 1, 0}));
  EXPECT_EQ(values(a | 1), (integers{1, 3, 3, 5}));
  EXPECT_EQ(values(a ^ b), (integers{0, 0, 2, 6}));
  EXPECT_EQ(values(~b), (integers{-2, -3}));
  EXPECT_EQ(values(b << 2), (integers{4, 8}));
  EXPECT_EQ(values(gpu::right_shift(a, 1)), (integers{0, 1, 1, 2}));
  a &= 6;
  a |= 8;
  EXPECT_EQ(values(a), (integers{8, 10, 10, 12}));
}

TEST_P(xtensor_operators, combine_conditions) {
  gpu::xarray<bool> mask = {false, true, true, false};
  gpu::xarray<int> a1 = {1, 2, 3, 4};
  gpu::xarray<int> a2 = {11, 12, 13, 14};
  gpu::xarray<int> res = gpu::where(mask, a1, a2);
  EXPECT_EQ(values(res), (integers{11, 2, 3, 14}));
  EXPECT_EQ(values(mask && a1 > 2), (bools{false, false, true, false}));
  EXPECT_EQ(values(mask || a1 > 3), (bools{false, true, true, true}));
  EXPECT_EQ(values(!mask), (bools{true, false, false, true}));
  bool any_holds = any(mask);
  bool all_hold = all(mask);
  EXPECT_TRUE(any_holds);
  EXPECT_FALSE(all_hold);
}

TEST_P(xtensor_operators, compare) {
  gpu::xarray<int> a1 = {1, 12, 3, 14};
  gpu::xarray<int> a2 = {11, 2, 13, 4};
  gpu::xarray<bool> comp = a1 < a2;
  EXPECT_EQ(values(comp), (bools{true, false, true, false}));
  EXPECT_EQ(values(a1 > a2), (bools{false, true, false, true}));
  EXPECT_EQ(values(a1 <= 3), (bools{true, false, true, false}));
  EXPECT_EQ(values(a1 >= 12), (bools{false, true, false, true}));
  gpu::xarray<int> a3 = {1, 2, 3, 4};
  gpu::xarray<int> a4 = {11, 12, 3, 4};
  bool res = (a3 == a4);
  EXPECT_FALSE(res);
  EXPECT_TRUE(a3 != a4);
  gpu::xarray<bool> re = gpu::equal(a3, a4);
  EXPECT_EQ(values(re), (bools{false, false, true, true}));
  EXPECT_EQ(values(gpu::not_equal(a3, a4)), (bools{true, true, false, false}));
}

TEST_P(xtensor_operators, are_made_of_functions) {
  auto vecf = gpu::vectorize([](auto x, auto y) { return x + 2 * y; });
  gpu::xarray<int> a1 = {11, 12, 13};
  gpu::xarray<int> b1 = {1, 2, 3};
  gpu::xarray<int> res = vecf(a1, b1);
  EXPECT_EQ(values(res), (integers{13, 16, 19}));
}

TEST_P(xtensor_operators, have_basic_functions) {
  expect(gpu::abs(-e1), std::fabs, -e1);
  expect(gpu::fabs(-e1), std::fabs, -e1);
  expect(gpu::fmod(e1, e2), std::fmod, e1, e2);
  expect(gpu::maximum(e1, e2), std::fmax, e1, e2);
  expect(gpu::minimum(e1, e2), std::fmin, e1, e2);
  expect(gpu::fmax(e1, e2), std::fmax, e1, e2);
  expect(gpu::fmin(e1, e2), std::fmin, e1, e2);
  expect(gpu::fdim(e1, e2), std::fdim, e1, e2);
  expect(gpu::hypot(e1, e2), std::hypot, e1, e2);
  expect(gpu::pow(e1, e2), std::pow, e1, e2);
  EXPECT_TRUE(gpu::fma(e1, e2, e3) == e1 * e2 + e3);
  EXPECT_EQ(values(gpu::clip(e1, 0.5, 2.0)), (std::vector<double>{0.5, 1.5, 2}));
  EXPECT_EQ(values(gpu::sign(e1 - 1.5)), (std::vector<double>{-1, 0, 1}));
  expect(gpu::sqrt(e1), std::sqrt, e1);
  expect(gpu::cbrt(e1), std::cbrt, e1);
  EXPECT_TRUE(gpu::square(e1) == e1 * e1);
  EXPECT_TRUE(gpu::cube(e3) == (gpu::xarray<double>{1, 8, 64}));
}

TEST_P(xtensor_operators, have_transcendental_functions) {
  const gpu::xarray<double> fraction = e1 / 3;
  expect(gpu::exp(e1), std::exp, e1);
  expect(gpu::exp2(e1), std::exp2, e1);
  expect(gpu::expm1(e1), std::expm1, e1);
  expect(gpu::log(e1), std::log, e1);
  expect(gpu::log2(e1), std::log2, e1);
  expect(gpu::log10(e1), std::log10, e1);
  expect(gpu::log1p(e1), std::log1p, e1);
  expect(gpu::sin(e1), std::sin, e1);
  expect(gpu::cos(e1), std::cos, e1);
  expect(gpu::tan(fraction), std::tan, fraction);
  expect(gpu::asin(fraction), std::asin, fraction);
  expect(gpu::acos(fraction), std::acos, fraction);
  expect(gpu::atan(e1), std::atan, e1);
  expect(gpu::atan2(e1, e2), std::atan2, e1, e2);
  expect(gpu::sinh(e1), std::sinh, e1);
  expect(gpu::cosh(e1), std::cosh, e1);
  expect(gpu::tanh(e1), std::tanh, e1);
  expect(gpu::asinh(e1), std::asinh, e1);
  expect(gpu::acosh(e3), std::acosh, e3);
  expect(gpu::atanh(fraction), std::atanh, fraction);
  expect(gpu::erf(e1), std::erf, e1);
  expect(gpu::erfc(e1), std::erfc, e1);
  expect(gpu::tgamma(e1), std::tgamma, e1);
  expect(gpu::lgamma(e1), std::lgamma, e1);
}

TEST_P(xtensor_operators, round_and_classify) {
  const gpu::xarray<double> x = {-1.75, 0.25, 2.75};
  expect(gpu::ceil(x), std::ceil, x);
  expect(gpu::floor(x), std::floor, x);
  expect(gpu::trunc(x), std::trunc, x);
  expect(gpu::round(x), std::nearbyint, x);
  expect(gpu::nearbyint(x), std::nearbyint, x);
  expect(gpu::rint(x), std::rint, x);
  const gpu::xarray<double> special = {1, INFINITY, NAN};
  EXPECT_EQ(values(gpu::isfinite(special)), (bools{true, false, false}));
  EXPECT_EQ(values(gpu::isinf(special)), (bools{false, true, false}));
  EXPECT_EQ(values(gpu::isnan(special)), (bools{false, false, true}));
  EXPECT_EQ(values(gpu::isclose(special, special)), (bools{true, true, false}));
  bool close = gpu::allclose(e1, e1 + 1e-12);
  EXPECT_TRUE(close);
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_operators, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
