// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/polyfit.hpp>

#include <algorithm>
#include <complex>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/manipulation/joining.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::values;
using number = std::complex<double>;

class polyfit_and_roots : public test::on_device {
 protected:
  static void expect_near(std::vector<number> found, const std::vector<number>& expected) {
    const auto before = [](const number& a, const number& b) {
      return std::pair(a.real(), a.imag()) < std::pair(b.real(), b.imag());
    };
    std::sort(found.begin(), found.end(), before);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(std::abs(found[i] - expected[i]), 0, 1e-12);
  }
};

TEST_P(polyfit_and_roots, fits_have_the_values_of_numpy) {
  const ndarray<double> x = {0, 1, 2, 3, 4, 5};
  const ndarray<double> y = {0, 0.8, 0.9, 0.1, -0.8, -1};
  const std::vector<double> cubic = values(polyfit(x, y, 3));
  const std::vector<double> expected = {0.08703704, -0.81349206, 1.69312169, -0.03968254};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(cubic[i], expected[i], 1e-8);
  const ndarray<double> both = polyfit(x, stack(xtuple(y, x), 1), 1);
  EXPECT_EQ(both.shape(), (shape{2, 2}));
  EXPECT_NEAR(both(0, 1), 1, 1e-14);
  EXPECT_EQ(polyfit(ndarray<int>{0, 1}, ndarray<float>{1, 3}, 1).dtype(), dtype::float64);
  EXPECT_THROW(static_cast<void>(polyfit(x, y, -1)), value_error);
  EXPECT_THROW(static_cast<void>(polyfit(x, ndarray<double>{1}, 1)), shape_error);
  EXPECT_THROW(static_cast<void>(polyfit(zeros<double>({0}), zeros<double>({0}), 1)), shape_error);
}

TEST_P(polyfit_and_roots, roots_are_where_the_polynomial_is_zero) {
  expect_near(values(roots(ndarray<double>{1, -6, 11, -6})), {1, 2, 3});
  expect_near(values(roots(ndarray<int>{1, 0, 1})), {number(0, -1), number(0, 1)});
  expect_near(values(roots(ndarray<double>{0, 0, 2, -4, 0, 0})), {0, 0, 2});
  expect_near(values(roots(ndarray<number>{number(1, 0), number(0, -1)})), {number(0, 1)});
  EXPECT_EQ(roots(ndarray<double>{5}).size(), 0u);
  EXPECT_EQ(roots(zeros<double>({3})).size(), 0u);
  EXPECT_EQ(roots(ndarray<float>{1, 2}).dtype(), dtype::complex64);
  EXPECT_THROW(static_cast<void>(roots(zeros<double>({2, 2}))), value_error);
}

class weighted_polyfit : public test::on_device {
 protected:
  template <class A>
  static void expect_near(const A& found, const std::vector<double>& expected) {
    const std::vector<double> all = values(found);
    ASSERT_EQ(all.size(), expected.size());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_NEAR(all[i], expected[i], 1e-8);
  }

  const ndarray<double> x = {0, 1, 2, 3, 4};
  const ndarray<double> y = {1, 3, 2, 5, 4};
  const ndarray<double> both = {{1, 0}, {3, 2}, {2, 4}, {5, 6}, {4, 8}};
  const ndarray<double> w = {1, 2, 1, 2, 1};
};

TEST_P(weighted_polyfit, counts_points_as_often_as_numpy_does) {
  expect_near(polyfit(x, y, 1, weights(w)), {0.875, 1.79545455});
  expect_near(polyfit(x, y, 1, std::nullopt, weights({1, 2, 1, 2, 1})), {0.875, 1.79545455});
  expect_near(polyfit(x, both, 1, weights(w)), {0.875, 2, 1.79545455, 0});
  expect_near(polyfit({0, 1, 2, 3}, {1, 3, 5, 8}, 1, weights({1, 1, 1, 2})),
              {2.38709677, 0.74193548});
  EXPECT_EQ(polyfit(ndarray<float>{0, 1}, ndarray<float>{1, 3}, 1, weights({1, 2})).dtype(),
            dtype::float32);
  EXPECT_EQ(test::message_of<shape_error>([&] {
              (void)polyfit(x, y, 1, weights({1, 2}));
            }),
            "expected w and y to have the same length, not 2 and 5");
  EXPECT_EQ(test::message_of<shape_error>([&] { (void)polyfit(x, y, 1, weights(both)); }),
            "expected a 1-d array for weights, not of shape (5,2)");
}

TEST_P(weighted_polyfit, gives_all_that_it_finds) {
  const auto [p, residuals, rank, s, rcond] = polyfit(x, y, 2, full_output);
  expect_near(p, {-0.14285714, 1.37142857, 1.11428571});
  expect_near(residuals, {3.31428571});
  EXPECT_EQ(rank, 3);
  expect_near(s, {1.63437886, 0.55950035, 0.12555924});
  EXPECT_EQ(rcond, 5 * 0x1p-52);
  const auto cut = polyfit(x, both, 2, 0.5, weights(w), full_output);
  expect_near(cut.coefficients,
              {0.17275256, 0.22026991, 0.56912103, 0.72566359, 1.21437638, 1.54840303});
  EXPECT_EQ(cut.residuals.size(), 0u);
  EXPECT_EQ(cut.rank, 1);
  EXPECT_EQ(cut.rcond, 0.5);
}

TEST_P(weighted_polyfit, gives_the_covariance) {
  const auto [p, cov] = polyfit(x, y, 1, with_cov);
  ndarray<double> coefficients, covariance;
  std::tie(coefficients, covariance) = polyfit(x, y, 1, with_cov);
  EXPECT_EQ(coefficients, p);
  EXPECT_EQ(std::get<1>(polyfit(x, y, 1, with_cov)), covariance);
  expect_near(p, {0.8, 1.4});
  expect_near(cov, {0.12, -0.24, -0.24, 0.72});
  expect_near(polyfit(x, y, 1, weights(w), with_unscaled_cov).cov,
              {0.0625, -0.125, -0.125, 0.34090909});
  expect_near(polyfit(x, both, 1, with_cov).cov, {0.12, 0, -0.24, 0, -0.24, 0, 0.72, 0});
  EXPECT_EQ(polyfit(x, both, 1, with_unscaled_cov).cov.shape(), (shape{2, 2, 1}));
  EXPECT_EQ(test::message_of<value_error>([&] { (void)polyfit(x, y, 4, with_cov); }),
            "the number of data points must exceed order to scale the covariance matrix");
}

INSTANTIATE_TEST_SUITE_P(devices, weighted_polyfit, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

INSTANTIATE_TEST_SUITE_P(devices, polyfit_and_roots, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
