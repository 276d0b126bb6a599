// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/polynomial_fit.hpp>

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

namespace polynomial = gpu::polynomial;

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class polynomial_fit : public gpu::test::on_device {
 protected:
  template <class A>
  static void expect_near(const A& found, const std::vector<double>& expected) {
    const std::vector<double> all = values(found);
    ASSERT_EQ(all.size(), expected.size());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_NEAR(all[i], expected[i], 1e-12);
  }
  static ndarray<double> x() { return {0, 1, 2, 3, 4, 5}; }
  static ndarray<double> y() { return {0, 0.8, 0.9, 0.1, -0.8, -1}; }
  static ndarray<double> w() { return {1, 2, 1, 0.5, 0, 1}; }
};

TEST_P(polynomial_fit, begins_with_the_lowest_power) {
  expect_near(polynomial::polyfit(x(), y(), 3),
              {-0.03968253968253668, 1.6931216931216868, -0.8134920634920604, 0.08703703703703662});
}

TEST_P(polynomial_fit, of_several_at_once) {
  const auto fit = polynomial::polyfit(x(), gpu::stack(gpu::xtuple(y(), y() * 2 + 1), 1), 2);
  EXPECT_EQ(fit.shape(), (shape{3, 2}));
  expect_near(fit, {0.22142857142857206, 1.4428571428571446, 0.5007142857142856, 1.0014285714285711,
                    -0.1607142857142857, -0.3214285714285715});
}

TEST_P(polynomial_fit, with_weights) {
  expect_near(polynomial::polyfit(x(), y(), 2, std::nullopt, w()),
              {0.13059763150647166, 0.8164830625172129, -0.2103690443404021});
  expect_near(
      polynomial::polyfit(x(), gpu::stack(gpu::xtuple(y(), y() * 2 + 1), 1), 1, std::nullopt, w()),
      {0.9299999999999995, 2.859999999999999, -0.30787234042553185, -0.6157446808510637});
}

TEST_P(polynomial_fit, of_points_that_do_not_tell_all_coefficients) {
  expect_near(polynomial::polyfit(gpu::zeros<double>({3}), ndarray<double>{1, 2, 3}, 1), {2, 0});
}

TEST_P(polynomial_fit, refuses_what_does_not_fit) {
  EXPECT_EQ(
      message_of<gpu::shape_error>([] {
        static_cast<void>(polynomial::polyfit(x(), y(), 2, std::nullopt, ndarray<double>{1, 2}));
      }),
      "expected x and w to have same length, not 6 and 2");
  EXPECT_EQ(message_of<gpu::shape_error>([] {
              static_cast<void>(
                  polynomial::polyfit(x(), y(), 2, std::nullopt, gpu::zeros<double>({6, 1})));
            }),
            "expected 1D vector for w, not of shape (6,1)");
  EXPECT_THROW(static_cast<void>(polynomial::polyfit(x(), y(), -1)), gpu::value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, polynomial_fit, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
