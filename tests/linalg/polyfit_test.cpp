// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/polyfit.hpp>

#include <algorithm>
#include <complex>
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

INSTANTIATE_TEST_SUITE_P(devices, polyfit_and_roots, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
