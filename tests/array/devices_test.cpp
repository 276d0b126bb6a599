// SPDX-License-Identifier: BSD-3-Clause
// Where arrays are made, and that nothing is copied between devices silently.
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/text_of.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;

class array_devices : public gpu::test::on_device {};

TEST_P(array_devices, new_arrays_are_made_on_the_current_device) {
  EXPECT_EQ(gpu::zeros<float>({2}).device(), GetParam());
  EXPECT_EQ((ndarray<float>{1, 2}).device(), GetParam());
  EXPECT_EQ(gpu::arange<int>(3).device(), GetParam());
  {
    gpu::device_guard scope{gpu::cpu()};
    EXPECT_EQ(gpu::ones<float>({2}).device(), gpu::cpu());
    EXPECT_EQ(ndarray<float>().device(), gpu::cpu());
  }
  EXPECT_EQ(gpu::empty<float>({2}).device(), GetParam());
}

TEST_P(array_devices, operations_run_where_the_operands_are) {
  const ndarray<float> a{1, 2};
  gpu::device_guard scope{gpu::cpu()};
  const ndarray<float> b = gpu::sqrt(a + 1) * a;
  EXPECT_EQ(b.device(), GetParam());
  EXPECT_EQ((2 * a).device(), GetParam());
  EXPECT_EQ(gpu::zeros_like(a).device(), GetParam());
}

TEST_P(array_devices, an_array_moves_to_where_its_new_value_is) {
  ndarray<float> a({2}, 1.f, gpu::cpu());
  const ndarray<float> b{3, 4};
  a = b;
  EXPECT_EQ(a.device(), GetParam());
  a = b + 1;
  EXPECT_EQ(a.device(), GetParam());
  EXPECT_EQ(values(a), (std::vector<float>{4, 5}));
}

TEST_P(array_devices, one_array_may_be_read_by_many_threads) {
  const auto a = gpu::arange<double>(1000);
  const auto e = a * 2;
  std::vector<double> sums(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < sums.size(); ++i)
    threads.emplace_back([&, i] {
      const ndarray<double> copy = a;
      for (const double x : values(e + copy * static_cast<double>(i))) sums[i] += x;
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < sums.size(); ++i)
    EXPECT_EQ(sums[i], 499'500. * (2 + static_cast<double>(i)));
}

TEST_P(array_devices, distinct_copies_may_be_written_by_distinct_threads) {
  const auto a = gpu::zeros<int>({64});
  std::vector<ndarray<int>> copies(8, a);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < copies.size(); ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50; ++round) copies[i] += static_cast<int>(i);
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < copies.size(); ++i)
    EXPECT_EQ(values(copies[i]), std::vector(64, 50 * static_cast<int>(i)));
  EXPECT_EQ(values(a), std::vector(64, 0));
}

INSTANTIATE_TEST_SUITE_P(devices, array_devices, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

/// Everything that must refuse operands on two devices.
void expect_refusals(gpu::device one, gpu::device other) {
  ndarray<float> a({2}, 1.f, one);
  ndarray<float> b({2}, 2.f, other);
  EXPECT_EQ(message_of<gpu::device_mismatch>([&] { (void)(a + b); }),
            gpu::text_of("operands are on different devices: ", one, " and ", other,
                         "; copy one with to(device)"));
  EXPECT_THROW(a += b, gpu::device_mismatch);
  EXPECT_THROW((void)gpu::where(a > 0, a, b), gpu::device_mismatch);
  EXPECT_THROW((void)(a == b), gpu::device_mismatch);
  EXPECT_THROW(gpu::view(a, gpu::all()) = b, gpu::device_mismatch);
  EXPECT_THROW(gpu::view(a, 0) = gpu::view(b, 0), gpu::device_mismatch);
  EXPECT_EQ(values(a), (std::vector<float>{1, 1}));
  EXPECT_EQ(values(b), (std::vector<float>{2, 2}));
  EXPECT_EQ(values(a + b.to(one)), (std::vector<float>{3, 3}));
  EXPECT_EQ((a.to(other) + b).device(), other);
}

// The name ends in gpu0, so that it is run with the tests that need a GPU.
class mixed_devices : public gpu::test::on_device {};

TEST_P(mixed_devices, cpu_and_gpu_operands_are_refused) {
  expect_refusals(gpu::cpu(), gpu::gpu(0));
  expect_refusals(gpu::gpu(0), gpu::cpu());
}

TEST_P(mixed_devices, operands_on_two_gpus_are_refused) {
  GPU_REQUIRE_DEVICES(2);
  expect_refusals(gpu::gpu(0), gpu::gpu(1));
}

TEST_P(mixed_devices, numbers_go_anywhere) {
  const ndarray<float> a({2}, 1.f, gpu::cpu());
  EXPECT_EQ(values(a + 1), (std::vector<float>{2, 2}));
}

INSTANTIATE_TEST_SUITE_P(devices, mixed_devices, testing::Values(gpu::gpu(0)),
                         gpu::test::device_name);

// The checks need no GPU: a graph may name one.
TEST(mixed_devices_of_graphs, are_refused_without_a_gpu) {
  const auto on = [](gpu::device device) {
    return gpu::expression<std::int64_t>(gpu::graph::make_index({2}, 0, 0, 1, device));
  };
  EXPECT_EQ(message_of<gpu::device_mismatch>([&] { (void)(on(gpu::gpu(0)) + on(gpu::gpu(1))); }),
            "operands are on different devices: gpu(0) and gpu(1); copy one with to(device)");
  EXPECT_EQ(message_of<gpu::device_mismatch>([&] { (void)(on(gpu::cpu()) * on(gpu::gpu(0))); }),
            "operands are on different devices: cpu(0) and gpu(0); copy one with to(device)");
  ndarray<std::int64_t> a({2}, 5, gpu::cpu());
  EXPECT_THROW(a += on(gpu::gpu(0)), gpu::device_mismatch);
  EXPECT_THROW(gpu::view(a, gpu::all()) = on(gpu::gpu(0)), gpu::device_mismatch);
  EXPECT_EQ(values(a), (std::vector<std::int64_t>{5, 5}));
}

}  // namespace
