// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/array_equal.hpp>

#include <array>
#include <cstdint>
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

TEST_P(array_equal, of_lists_in_the_first_place) {
  const ndarray<double> a{1.00001e10, 1e-8};
  EXPECT_FALSE(gpu::allclose({1e10, 1e-7}, a));
  EXPECT_TRUE(gpu::allclose({1e10, 1e-8}, ndarray<double>{1.00001e10, 1e-9}));
  EXPECT_TRUE(gpu::allclose({1e10, 1}, a, 0.0, 1e9));
  EXPECT_FALSE(gpu::allclose({1e10, 1}, a));
  const ndarray<int> b{1, 2};
  EXPECT_TRUE(gpu::array_equal({1, 2}, b));
  EXPECT_TRUE(gpu::array_equal({1, 2.0}, b));
  EXPECT_TRUE(gpu::array_equal({{1, 2}, {3, 4}}, ndarray<int>{{1, 2}, {3, 4}}));
  EXPECT_FALSE(gpu::array_equal({{1, 2}}, b));
  EXPECT_FALSE(gpu::array_equal({~std::uint64_t{0}}, ndarray<std::uint64_t>{~std::uint64_t{1}}));
  EXPECT_TRUE(gpu::array_equiv({{1, 2}, {1, 2}}, b));
  EXPECT_FALSE(gpu::array_equiv({1, 3}, b));
}

TEST_P(array_equal, of_two_lists_or_vectors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<int> v{1, 2};
  EXPECT_TRUE(gpu::allclose({1.0, 2.0}, {1, 2}));
  EXPECT_FALSE(gpu::allclose({1.0, nan}, {1.0, nan}));
  EXPECT_TRUE(gpu::allclose({1.0, nan}, {1.0, nan}, gpu::equal_nan));
  EXPECT_TRUE(gpu::allclose(v, {1.0, 2.5}, 0.5));
  EXPECT_TRUE(gpu::array_equal({1, 2}, {1.0, 2.0}));
  EXPECT_FALSE(gpu::array_equal({1, 2}, {1, 2, 3}));
  EXPECT_TRUE(gpu::array_equal({1.0, nan}, {1.0, nan}, gpu::equal_nan));
  EXPECT_TRUE(gpu::array_equal(v, v));
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
