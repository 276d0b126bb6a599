// SPDX-License-Identifier: BSD-3-Clause
// What users write to go between host and device, in our spelling: one test for each habit.
#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/interop/xtensor.hpp>

#include "support/device.hpp"

namespace {

class users : public gpu::test::on_device {};

TEST_P(users, to_gpu_and_to_cpu) {
  const xt::xarray<float> host{{1, 2}, {3, 4}};
  gpu::cpu().use();
  const auto x = gpu::to_gpu(host, GetParam());  // switches devices by itself
  EXPECT_EQ(x.device(), GetParam());
  EXPECT_EQ(gpu::current_device(), gpu::cpu());
  EXPECT_EQ(gpu::to_cpu(x), host);
  EXPECT_EQ(gpu::to_cpu(x + 1)(1, 1), 5.f);
  EXPECT_EQ(gpu::to_gpu(x, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(users, get_array_module) {
  const auto softplus = [](const auto& x) {
    auto xp = gpu::get_array_module(x);
    return xp.maximum(0, x) + xp.log1p(xp.exp(-xp.abs(x)));
  };
  const xt::xarray<float> host{-2, 0, 3};
  const xt::xarray<float> a = softplus(host);
  const gpu::ndarray<float> b = softplus(gpu::to_gpu(host));
  EXPECT_EQ(b.device(), GetParam());
  for (std::ptrdiff_t i = 0; i < 3; ++i) EXPECT_NEAR(a(i), b(i), 1e-6);
}

TEST_P(users, with_get_device_of_a_host_array_does_nothing) {
  const xt::xarray<float> host{1, 2};
  {
    gpu::device_guard scope{gpu::get_device(host)};
    EXPECT_EQ(gpu::current_device(), GetParam());
  }
  EXPECT_EQ(gpu::current_device(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(devices, users, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
