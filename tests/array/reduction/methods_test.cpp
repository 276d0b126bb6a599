// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace {

using gpu::ndarray;

class reduction_methods : public gpu::test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    if (!IsSkipped()) x_ = ndarray<float>{{3, 1, 2}, {4, 6, 5}};
  }

  ndarray<float> x_;
};

INSTANTIATE_TEST_SUITE_P(, reduction_methods, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST_P(reduction_methods, are_the_functions_of_their_names) {
  const auto& x = x_;
  EXPECT_TRUE(x.sum() == gpu::sum(x));
  EXPECT_TRUE(x.sum({0}) == gpu::sum(x, 0));
  EXPECT_TRUE(x.sum({0, 1}, gpu::keepdims) == gpu::sum(x, gpu::keepdims));
  EXPECT_TRUE(x.prod(1) == gpu::prod(x, 1));
  EXPECT_TRUE(x.max(0) == gpu::max(x, 0));
  EXPECT_TRUE(x.min(-1) == gpu::min(x, -1));
  EXPECT_TRUE(x.mean(gpu::keepdims) == gpu::mean(x, gpu::keepdims));
  EXPECT_TRUE(x.var(0, gpu::ddof(1)) == gpu::var(x, 0, gpu::ddof(1)));
  EXPECT_TRUE(x.std(1) == gpu::std(x, 1));
  EXPECT_TRUE(x.all(0) == gpu::all(x, 0));
  EXPECT_TRUE(x.any() == gpu::any(x));
  EXPECT_TRUE(x.argmax(1) == gpu::argmax(x, 1));
  EXPECT_TRUE(x.argmin() == gpu::argmin(x));
  EXPECT_TRUE(x.cumsum(1) == gpu::cumsum(x, 1));
  EXPECT_TRUE(x.cumprod() == gpu::cumprod(x));
  EXPECT_TRUE(x.trace() == gpu::trace(x));
  EXPECT_TRUE(x.trace(1, 1, 0) == gpu::trace(x, 1, 1, 0));
  EXPECT_TRUE(x.trace(gpu::keepdims) == gpu::trace(x, 0, 0, 1, gpu::keepdims));
  EXPECT_TRUE(x.trace(1, gpu::keepdims) == gpu::trace(x, 1, 0, 1, gpu::keepdims));
}

TEST_P(reduction_methods, are_those_of_expressions_and_views_too) {
  EXPECT_EQ((x_ + x_).sum().item(), 42);
  EXPECT_EQ(gpu::view(x_, gpu::all(), 1).max().item(), 6);
  EXPECT_EQ(x_.transpose().argmax(0)(1), 1);
  const auto& constant = x_;
  EXPECT_EQ(gpu::view(constant, 0).sum().item(), 6);
  EXPECT_EQ(x_.sum(0).max().item(), 7);
}

TEST_P(reduction_methods, take_dtypes_masks_and_targets) {
  static_assert(std::is_same_v<decltype(x_.sum<double>())::value_type, double>);
  static_assert(std::is_same_v<decltype(x_.argmax())::value_type, std::int64_t>);
  static_assert(std::is_same_v<decltype(x_.all())::value_type, bool>);
  EXPECT_EQ(x_.sum(gpu::where(x_ > 2.0F), gpu::initial(1)).item(), 19);
  EXPECT_EQ(x_.sum(gpu::dtype::int64).dtype(), gpu::dtype::int64);
  ndarray<float> target{0, 0, 0};
  EXPECT_EQ(&x_.max(0, gpu::out(target)), &target);
  EXPECT_EQ(target(1), 6);
  EXPECT_THROW((void)x_.sum(2), gpu::axis_error);
}

}  // namespace
