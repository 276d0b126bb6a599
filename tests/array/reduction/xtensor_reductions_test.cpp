// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/reduction/xtensor_reductions.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;

class xtensor_reductions : public gpu::test::on_device {};

TEST_P(xtensor_reductions, with_an_order_take_axes_and_options) {
  const ndarray<double> a = {{-1, 2, -3}, {4, -5, 6}};
  EXPECT_DOUBLE_EQ(gpu::norm_lp_to_p(a, 3).item(), 441);
  EXPECT_DOUBLE_EQ(gpu::norm_lp(a, 3).item(), std::cbrt(441.0));
  EXPECT_EQ(values(gpu::norm_lp_to_p(a, 3, {0})), (std::vector<double>{65, 133, 243}));
  EXPECT_EQ(gpu::norm_lp(a, 1, 1, gpu::keepdims).shape(), (gpu::shape{2, 1}));
  EXPECT_EQ(values(gpu::norm_lp(a, 1, 1)), (std::vector<double>{6, 15}));
}

TEST_P(xtensor_reductions, of_integers_are_float64_and_of_complex_numbers_real) {
  EXPECT_EQ(gpu::norm_lp(ndarray<int>{3, 4}, 2).dtype(), gpu::dtype::float64);
  const ndarray<std::complex<float>> z = {{3, 4}, {0, 12}};
  EXPECT_EQ(gpu::norm_lp(z, 2).dtype(), gpu::dtype::float32);
  EXPECT_FLOAT_EQ(gpu::norm_lp(z, 2).item(), 13);
}

TEST_P(xtensor_reductions, of_matrices_are_the_largest_sum_of_a_column_or_row) {
  const ndarray<int> a = {{-1, 2, -3}, {4, -5, 6}};
  EXPECT_EQ(gpu::norm_induced_l1(a).item(), 9);
  EXPECT_EQ(gpu::norm_induced_linf(a).item(), 15);
  EXPECT_EQ(message_of<gpu::shape_error>([] {
              static_cast<void>(gpu::norm_induced_l1(ndarray<int>{1, 2}));
            }),
            "a norm can only be taken of a matrix, not of an array with 1 axes");
}

TEST_P(xtensor_reductions, variances_take_ddof_behind_the_axes) {
  const ndarray<double> a = {{1, 2, 3}, {4, 5, 9}};
  EXPECT_EQ(values(gpu::variance(a, {1}, 1)), (std::vector<double>{1, 7}));
  EXPECT_EQ(values(gpu::stddev(a, {1}, 1))[0], 1);
}

TEST_P(xtensor_reductions, minmax_is_both) {
  const auto [low, high] = gpu::minmax(ndarray<int>{3, -1, 2});
  EXPECT_EQ(low.item(), -1);
  EXPECT_EQ(high.item(), 3);
}

TEST_P(xtensor_reductions, options_are_joined_and_evaluation_is_accepted) {
  const ndarray<int> a = {{1, 2}, {3, 4}};
  const auto joined =
      gpu::sum(a, {0}, gpu::keep_dims | gpu::initial(5) | gpu::evaluation_strategy::immediate);
  EXPECT_EQ(values(joined), (std::vector<std::int64_t>{9, 11}));
  EXPECT_EQ(joined.shape(), (gpu::shape{1, 2}));
  EXPECT_EQ(gpu::sum(a, gpu::evaluation_strategy::lazy).item(), 10);
  const auto now = gpu::evaluation_strategy::immediate;
  EXPECT_DOUBLE_EQ(gpu::norm_lp(a, 2.0, now).item(), std::sqrt(30.0));
  EXPECT_DOUBLE_EQ(gpu::norm_lp_to_p(a, 2.0, now).item(), 30);
  EXPECT_EQ(gpu::norm_lp(a, 1, gpu::axis(1), gpu::keepdims).shape(), (gpu::shape{2, 1}));
  EXPECT_EQ(values(gpu::norm_lp(a, 1.0, {0}, now)), (std::vector<double>{4, 6}));
  EXPECT_EQ(gpu::norm_induced_l1(a, now).item(), 6);
  EXPECT_EQ(gpu::norm_induced_linf(a, now).item(), 7);
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_reductions, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
