// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/array_equal.hpp>

#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace {

using gpu::ndarray;

class array_equal : public gpu::test::on_device {};

TEST_P(array_equal, of_an_array_and_a_vector) {
  const ndarray<float> a{1, 2, 3};
  const std::vector<double> same{1, 2, 3};
  const std::vector<int> other{1, 2, 4};
  EXPECT_TRUE(gpu::allclose(a, same));
  EXPECT_TRUE(gpu::allclose(same, a + 1e-7));
  EXPECT_FALSE(gpu::allclose(a, other));
  EXPECT_TRUE(gpu::allclose(a, other, 0.5));
  EXPECT_TRUE(gpu::array_equal(a, same));
  EXPECT_FALSE(gpu::array_equal(other, a));
  EXPECT_FALSE(gpu::array_equal(a, std::array<float, 1>{1}));
  EXPECT_TRUE(gpu::array_equiv(gpu::expand_dims(a, 0), same));
  EXPECT_FALSE(gpu::array_equiv(std::vector<float>{1, 2}, a));
  EXPECT_TRUE(gpu::array_equiv(gpu::ones<int>({2, 3}), {1}));
  EXPECT_THROW((void)gpu::allclose(a, std::vector<double>{1, 2}), gpu::shape_error);
}

TEST_P(array_equal, takes_nans_as_equal_by_an_option) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ndarray<double> a{1, nan};
  EXPECT_FALSE(gpu::array_equal(a, a));
  EXPECT_TRUE(gpu::array_equal(a, a, gpu::equal_nan));
  EXPECT_TRUE(gpu::array_equal(a, {1.0, nan}, gpu::equal_nan));
  EXPECT_FALSE(gpu::array_equal(a, a, gpu::equal_nan(false)));
  EXPECT_TRUE(gpu::allclose(a, a, gpu::equal_nan));
  EXPECT_TRUE(gpu::allclose(a, {1.0, nan}, gpu::equal_nan));
  EXPECT_TRUE(gpu::allclose(a, std::vector{1.1, nan}, 0.5, gpu::equal_nan));
  EXPECT_TRUE(gpu::allclose(a, a, 0, 0, gpu::equal_nan));
  EXPECT_FALSE(gpu::allclose(a, a, gpu::equal_nan(false)));
  EXPECT_TRUE(gpu::all(gpu::isclose(a, a, gpu::equal_nan))());
  EXPECT_TRUE(gpu::all(gpu::isclose(a + 0, a + 0, 0.5, gpu::equal_nan))());
  EXPECT_FALSE(gpu::all(gpu::isclose(a, a, 0, 0, gpu::equal_nan(false)))());
}

INSTANTIATE_TEST_SUITE_P(devices, array_equal, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
