// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/array_module.hpp>

#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"

namespace {

class array_module : public gpu::test::on_device {};

TEST_P(array_module, xp_is_get_array_module_of_x) {
  const gpu::ndarray<float> x{-1, 4};
  const auto xp = gpu::get_array_module(x);
  EXPECT_EQ(xp.sqrt(xp.abs(x)), gpu::sqrt(gpu::absolute(x)));
  EXPECT_EQ(xp.maximum(0, x), (gpu::ndarray<float>{0, 4}));
  static_assert(std::is_same_v<decltype(xp.exp(x)), gpu::expression<float>>);
}

TEST_P(array_module, makes_arrays_on_the_current_device) {
  const gpu::ndarray<float> x{{1, 2}, {3, 4}};
  const auto xp = gpu::get_array_module(x + 1);
  EXPECT_EQ(xp.zeros_like(x), gpu::zeros<float>({2, 2}));
  EXPECT_EQ(xp.zeros_like(x).device(), GetParam());
  EXPECT_EQ(xp.ones<int>({3}), (gpu::ndarray<int>{1, 1, 1}));
  EXPECT_EQ(xp.full_like(x, 7), gpu::full<float>({2, 2}, 7));
  EXPECT_EQ(xp.empty_like(x).shape(), x.shape());
  EXPECT_EQ(xp.arange(3), (gpu::ndarray<int>{0, 1, 2}));
  EXPECT_EQ(xp.linspace(0.0, 1.0, 3), (gpu::ndarray<double>{0, 0.5, 1}));
  EXPECT_EQ(xp.linspace(0, 1, 3), (gpu::ndarray<double>{0, 0.5, 1}));
  EXPECT_EQ(xp.eye<float>(2), (gpu::ndarray<float>{{1, 0}, {0, 1}}));
}

INSTANTIATE_TEST_SUITE_P(devices, array_module, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
