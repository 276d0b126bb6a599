// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/fft/plan_cache.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <thread>

#include <gpu/array/creation.hpp>
#include <gpu/fft/transforms.hpp>

#include "support/device.hpp"

namespace gpu::test {
namespace {

class fft_plan_cache : public on_device {
 protected:
  static void transform(std::ptrdiff_t points) {
    const ndarray<std::complex<float>> y = fft::fft(ones<float>({points}));
  }
};

TEST_P(fft_plan_cache, keeps_what_was_used_last) {
  fft::plan_cache cache(GetParam());
  cache.clear();
  cache.set_max_size(2);
  for (const std::ptrdiff_t points : {8, 9, 8, 10, 8, 9}) transform(points);
  EXPECT_EQ(cache.size(), 2U);
  EXPECT_EQ(cache.hits(), 2U);  // of 8; 9 was given up for 10
  EXPECT_EQ(cache.misses(), 4U);
  cache.set_max_size(0);
  transform(8);
  EXPECT_EQ(cache.size(), 0U);
  EXPECT_EQ(cache.memory(), 0U);
  cache.set_max_size(64);
  cache.clear();
  EXPECT_EQ(cache.misses(), 0U);
}

TEST_P(fft_plan_cache, is_that_of_the_thread) {
  fft::plan_cache cache(GetParam());
  transform(16);
  const std::size_t before = cache.size();
  EXPECT_GT(before, 0U);
  std::size_t elsewhere = 1;
  std::thread([&] { elsewhere = fft::plan_cache(GetParam()).size(); }).join();
  EXPECT_EQ(elsewhere, 0U);
  std::thread([&] {
    GetParam().use();
    transform(16);
  }).join();
  EXPECT_EQ(cache.size(), before);
}

INSTANTIATE_TEST_SUITE_P(devices, fft_plan_cache, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
