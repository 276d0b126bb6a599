// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/array_equal.hpp>

#include <array>
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

INSTANTIATE_TEST_SUITE_P(devices, array_equal, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
