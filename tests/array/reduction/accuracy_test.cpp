// SPDX-License-Identifier: BSD-3-Clause
// Sums of 10^8 values of many scales, against float64; and that the same bits come again.
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/execute/threads.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

constexpr std::ptrdiff_t count = 100'000'000;
constexpr double epsilon = 0x1p-23;

/// Positive and negative, from 1 to 22026.
ndarray<float> ill_scaled(std::ptrdiff_t size) {
  const auto i = gpu::arange<std::int32_t>(static_cast<std::int32_t>(size));
  const auto sign = gpu::where(gpu::equal(i % 3, 0), -0.75f, 1.0f);
  return gpu::exp((i % 41).astype<float>() / 4) * sign;
}

class reduction_accuracy : public gpu::test::on_device {
 protected:
  void TearDown() override {
    if (!IsSkipped()) gpu::memory_pool::trim(GetParam());
    on_device::TearDown();
  }
};

TEST_P(reduction_accuracy, of_100_million_ill_scaled_values) {
  const ndarray<float> x = ill_scaled(count);
  const double exact = gpu::sum<double>(x).item();
  const double size = gpu::sum<double>(gpu::absolute(x)).item();
  EXPECT_LE(std::abs(gpu::sum(x).item() - exact), 8 * epsilon * size);
  EXPECT_LE(std::abs(gpu::mean(x).item() - exact / count), 8 * epsilon * size / count);
  for (const int axis : {0, 1}) {
    const auto rows = gpu::reshape(x, {10'000, 10'000});
    const ndarray<double> errors =
        gpu::absolute(gpu::sum(rows, axis) - gpu::sum<double>(rows, axis)) /
        gpu::sum<double>(gpu::absolute(rows), axis);
    EXPECT_LE(gpu::max(errors).item(), 8 * epsilon) << axis;
  }
  const double mean = exact / count;
  const double variance = gpu::mean<double>(gpu::square(x.astype<double>() - mean)).item();
  EXPECT_NEAR(gpu::var(x).item(), variance, 2 * epsilon * variance);
}

TEST_P(reduction_accuracy, of_the_variance_of_values_far_from_0) {
  const ndarray<float> x = ill_scaled(count / 4) + 3e5f;
  const double mean = gpu::mean<double>(x).item();
  const double variance = gpu::mean<double>(gpu::square(x.astype<double>() - mean)).item();
  EXPECT_NEAR(gpu::var(x).item(), variance, 2 * epsilon * variance);
  EXPECT_NEAR(gpu::std(x).item(), std::sqrt(variance), 2 * epsilon * std::sqrt(variance));
}

TEST_P(reduction_accuracy, of_running_sums) {
  const ndarray<float> x = ill_scaled(count / 2);
  const ndarray<float> sums = gpu::cumsum(x);
  const ndarray<double> exact = gpu::cumsum<double>(x);
  const ndarray<double> size = gpu::cumsum<double>(gpu::absolute(x));
  EXPECT_LE(gpu::max(gpu::absolute(sums - exact) / size).item(), std::log2(count / 2) * epsilon);
}

/// What has an order in which it might be summed.
std::vector<float> sums_of_all_kinds(const ndarray<float>& x) {
  const std::ptrdiff_t rows = 1000;
  const auto matrix = gpu::reshape(x, {rows, -1});
  std::vector<float> all{gpu::sum(x).item(), gpu::var(x).item(),
                         gpu::prod(1.0f + x * 1e-9f).item()};
  const auto add = [&](const ndarray<float>& some) {
    const std::vector<float> own = values(some);
    all.insert(all.end(), own.begin(), own.end());
  };
  for (const int axis : {0, 1}) {
    add(gpu::sum(matrix, axis));
    add(gpu::var(matrix, axis));
    const auto standard =
        (matrix - gpu::mean(matrix, axis, gpu::keepdims)) / gpu::std(matrix, axis, gpu::keepdims);
    add(gpu::view(standard, gpu::range(0, 3), gpu::all()));
    add(gpu::view(gpu::cumsum(matrix, axis), gpu::range(-3, gpu::placeholders::_), gpu::all()));
  }
  add(gpu::view(gpu::cumsum(x), gpu::range(-1000, gpu::placeholders::_)));
  return all;
}

TEST_P(reduction_accuracy, the_same_bits_come_again) {
  const ndarray<float> x = ill_scaled(1'234'000);
  const std::vector<float> first = sums_of_all_kinds(x);
  for (int again = 0; again < 5; ++again) EXPECT_EQ(sums_of_all_kinds(x + 0.0f), first);
}

TEST_P(reduction_accuracy, however_many_threads_there_are) {
  const ndarray<float> x = ill_scaled(1'234'000);
  const int before = gpu::num_threads();
  const std::vector<float> first = sums_of_all_kinds(x);
  for (const int threads : {1, 2, 5}) {
    gpu::set_num_threads(threads);
    EXPECT_EQ(sums_of_all_kinds(x), first) << threads << " threads";
  }
  gpu::set_num_threads(before);
}

INSTANTIATE_TEST_SUITE_P(devices, reduction_accuracy, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
