// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/fft/axis_transforms.hpp>

#include <optional>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"

namespace gpu::test {
namespace {

class axis_transforms : public on_device {
 protected:
  const ndarray<double> m = {{1, 2, 4}, {0, 5, -1}};
};

TEST_P(axis_transforms, along_one_axis_leave_out_the_number_of_points) {
  EXPECT_TRUE(array_equal(fft::fft(m, axis(0)), fft::fft(m, std::nullopt, 0)));
  EXPECT_TRUE(array_equal(fft::fft(m, 4, axis(0)), fft::fft(m, 4, 0)));
  EXPECT_TRUE(array_equal(fft::ifft(m, axis(0)), fft::ifft(m, std::nullopt, 0)));
  EXPECT_TRUE(array_equal(fft::rfft(m, axis(0)), fft::rfft(m, std::nullopt, 0)));
  EXPECT_TRUE(array_equal(fft::irfft(m, axis(0)), fft::irfft(m, std::nullopt, 0)));
  EXPECT_TRUE(array_equal(fft::hfft(m, axis(0)), fft::hfft(m, std::nullopt, 0)));
  EXPECT_TRUE(
      array_equal(fft::ihfft(m, axis(0), "ortho"), fft::ihfft(m, std::nullopt, 0, "ortho")));
  EXPECT_EQ(fft::fft(m, axis(1)).shape(), (shape{2, 3}));
  EXPECT_THROW((void)fft::fft(m, axis(2)), axis_error);
}

TEST_P(axis_transforms, along_several_axes_leave_out_the_numbers_of_points) {
  EXPECT_TRUE(array_equal(fft::fftn(m, axis({1, 0})), fft::fftn(m, std::nullopt, {1, 0})));
  EXPECT_TRUE(array_equal(fft::ifftn(m, axis(0)), fft::ifftn(m, std::nullopt, 0)));
  EXPECT_TRUE(array_equal(fft::rfftn(m, axis(0)), fft::rfftn(m, std::nullopt, 0)));
  EXPECT_TRUE(array_equal(fft::irfftn(m, axis(1)), fft::irfftn(m, std::nullopt, 1)));
  EXPECT_TRUE(array_equal(fft::fft2(m, axis({1, 0})), fft::fft2(m, std::nullopt, {1, 0})));
  EXPECT_TRUE(array_equal(fft::ifft2(m, axis({1, 0})), fft::ifft2(m, std::nullopt, {1, 0})));
  EXPECT_TRUE(array_equal(fft::rfft2(m, axis({1, 0})), fft::rfft2(m, std::nullopt, {1, 0})));
  EXPECT_TRUE(array_equal(fft::irfft2(m, axis({1, 0})), fft::irfft2(m, std::nullopt, {1, 0})));
}

INSTANTIATE_TEST_SUITE_P(devices, axis_transforms, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
