// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace {

using gpu::ndarray;

class quantile_out : public gpu::test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    if (!IsSkipped()) x_ = ndarray<double>{{1, 8}, {3, 4}};
  }

  ndarray<double> x_;
};

INSTANTIATE_TEST_SUITE_P(, quantile_out, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST_P(quantile_out, receives_the_result_and_is_returned) {
  ndarray<double> row{0, 0};
  EXPECT_EQ(&gpu::median(x_, 0, gpu::out(row)), &row);
  EXPECT_TRUE(row == (ndarray<double>{2, 6}));
  EXPECT_EQ(&gpu::percentile(x_, 25, 1, gpu::out(row)), &row);
  EXPECT_TRUE(row == (ndarray<double>{2.75, 3.25}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  static_cast<void>(gpu::nanmedian(ndarray<double>{{1, nan}, {3, 4}}, 0, gpu::out(row)));
  EXPECT_TRUE(row == (ndarray<double>{2, 4}));
  ndarray<double> two{{0, 0}, {0, 0}};
  gpu::quantile(x_, {0.0, 1.0}, 0, gpu::out(two));
  EXPECT_TRUE(two == (ndarray<double>{{1, 4}, {3, 8}}));
  gpu::quantile(x_, 0.5, 1, gpu::out(gpu::view(two, gpu::all(), 0)));
  EXPECT_TRUE(two == (ndarray<double>{{4.5, 4}, {3.5, 8}}));
  ndarray<double> kept{{0, 0}};
  gpu::median(x_, gpu::out(gpu::view(kept, gpu::all(), gpu::range(0, 1))), gpu::keepdims);
  EXPECT_EQ(kept(0, 0), 3.5);
}

TEST_P(quantile_out, converts_as_numpy_does) {
  ndarray<float> narrow{0, 0};
  ndarray<int> whole{0, 0};
  gpu::quantile(x_, 0.25, 0, gpu::out(narrow));
  EXPECT_TRUE(narrow == (ndarray<float>{1.5F, 5}));
  EXPECT_THROW(gpu::quantile(x_, 0.25, 0, gpu::out(whole)), gpu::dtype_error);
  EXPECT_TRUE(whole == (ndarray<int>{0, 0}));
  gpu::quantile(x_, 0.5, 0, gpu::out(whole), gpu::quantile_method::higher);
  EXPECT_TRUE(whole == (ndarray<int>{3, 8}));
  gpu::median(x_, 1, gpu::out(whole));
  EXPECT_TRUE(whole == (ndarray<int>{4, 3}));
}

TEST_P(quantile_out, has_the_shape_of_the_result) {
  ndarray<double> three{7, 7, 7};
  EXPECT_THROW(gpu::median(x_, 0, gpu::out(three)), gpu::shape_error);
  EXPECT_THROW(gpu::quantile(x_, {0.5, 0.25}, 0, gpu::out(three)), gpu::shape_error);
  EXPECT_TRUE(three == (ndarray<double>{7, 7, 7}));
}

}  // namespace
