// SPDX-License-Identifier: BSD-3-Clause
// What users of other array libraries write, in our spelling: one test for each habit.
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/print/print.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/memory_pool.hpp>
#include <gpu/cuda/module.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;

class users : public gpu::test::on_device {};

TEST_P(users, cpu_gpu_and_gpu_1_are_values_and_printed_as_such) {
  EXPECT_EQ(gpu::gpu(), gpu::gpu(0));
  EXPECT_NE(gpu::gpu(), gpu::gpu(1));
  EXPECT_NE(gpu::cpu(), gpu::gpu());
  EXPECT_EQ(gpu::text_of(gpu::cpu()), "cpu(0)");
  EXPECT_EQ(gpu::text_of(gpu::gpu(1)), "gpu(1)");
}

TEST_P(users, num_gpus_try_gpu_and_try_all_gpus) {
  const int count = gpu::num_gpus();
  EXPECT_GE(count, 0);
  EXPECT_EQ(gpu::try_gpu(10'000), gpu::cpu());
  EXPECT_EQ(gpu::try_gpu(), count > 0 ? gpu::gpu(0) : gpu::cpu());
  EXPECT_EQ(gpu::try_all_gpus().size(), static_cast<std::size_t>(count));
}

TEST_P(users, x_device) {
  const ndarray<float> x{1, 2, 3};
  EXPECT_EQ(x.device(), GetParam());
  EXPECT_EQ((x + 1).device(), GetParam());
  EXPECT_EQ(gpu::get_device(x), GetParam());
}

TEST_P(users, array_and_ones_on_a_device) {
  const auto x = gpu::array<float>({1, 2, 3}, GetParam());
  EXPECT_EQ(x.device(), GetParam());
  EXPECT_EQ(values(x), (std::vector<float>{1, 2, 3}));
  const auto ones = gpu::ones<float>({2, 3}, gpu::try_gpu());
  EXPECT_EQ(ones.device(), gpu::try_gpu());
  EXPECT_EQ(values(ones), std::vector<float>(6, 1.f));
}

TEST_P(users, copyto_always_makes_new_memory) {
  const auto x = gpu::ones<float>({2});
  const auto y = x.copy_to(GetParam());
  EXPECT_FALSE(gpu::shares_memory(x, y));
  EXPECT_TRUE(x == y);
  EXPECT_EQ(x.copy_to(gpu::cpu()).device(), gpu::cpu());
}

TEST_P(users, as_in_context_is_the_same_array_where_it_is_already) {
  const auto z = gpu::ones<float>({2});
  EXPECT_TRUE(gpu::shares_memory(z, z.to(GetParam())));
  EXPECT_TRUE(gpu::shares_memory(z, z.to(z.device())));
}

TEST_P(users, operands_on_two_devices_raise) {
  const auto on = [](gpu::device where) {
    return gpu::expression<std::int64_t>(gpu::graph::make_index({2}, 0, 0, 1, where));
  };
  const std::string message =
      message_of<gpu::device_mismatch>([&] { (void)(on(gpu::gpu(0)) + on(gpu::gpu(1))); });
  EXPECT_NE(message.find("gpu(0)"), std::string::npos);
  EXPECT_NE(message.find("gpu(1)"), std::string::npos);
}

TEST_P(users, print_shows_the_device) {
  EXPECT_EQ(gpu::text_of(gpu::array<float>({1, 2})),
            gpu::text_of("array([1., 2.], dtype=float32, device=", GetParam(), ")"));
}

TEST_P(users, z_plus_2_exp_times_y_runs_where_they_are_in_one_kernel) {
  const auto z = gpu::zeros<float>({100});
  const auto y = gpu::full<float>({100}, 3);
  const std::uint64_t before = gpu::launches();
  const ndarray<float> result = gpu::exp(z + 2) * y;
  EXPECT_EQ(gpu::launches() - before, GetParam().is_gpu() ? 1u : 0u);
  EXPECT_EQ(result.device(), GetParam());
  EXPECT_NEAR(result(99), 3 * std::exp(2.f), 1e-5);
}

TEST_P(users, with_device_use_and_get_device) {
  const auto x = gpu::ones<float>({2});
  gpu::cpu().use();
  EXPECT_EQ(gpu::current_device(), gpu::cpu());
  {
    gpu::device_guard scope{gpu::get_device(x)};
    EXPECT_EQ(gpu::current_device(), GetParam());
    EXPECT_EQ(gpu::zeros<float>({2}).device(), GetParam());
    gpu::device_guard nested{gpu::get_device(-1)};
    EXPECT_EQ(gpu::current_device(), gpu::cpu());
    gpu::device_guard nothing{gpu::no_device{}};
    EXPECT_EQ(gpu::current_device(), gpu::cpu());
  }
  EXPECT_EQ(gpu::current_device(), gpu::cpu());
  EXPECT_THROW(
      {
        gpu::device_guard scope{GetParam()};
        throw std::runtime_error("left by an exception");
      },
      std::runtime_error);
  EXPECT_EQ(gpu::current_device(), gpu::cpu());
}

TEST_P(users, a_memory_pool_by_default) {
  { const auto warm_up = gpu::ones<float>({100}); }
  const gpu::pool_statistics before = gpu::memory_pool::statistics(GetParam());
  { const auto again = gpu::ones<float>({100}); }
  const gpu::pool_statistics after = gpu::memory_pool::statistics(GetParam());
  EXPECT_EQ(after.allocations, before.allocations + 1);
  EXPECT_EQ(after.cache_hits, before.cache_hits + 1);
  EXPECT_EQ(after.used_bytes, before.used_bytes);
  EXPECT_EQ(after.held_bytes, before.held_bytes);
}

// This very program is the proof where there is no driver: it was linked with everything.
TEST_P(users, programs_start_without_driver_and_toolkit) {
  if (gpu::num_gpus() > 0) {
    EXPECT_EQ(gpu::try_gpu(0), gpu::gpu(0));
    return;
  }
  EXPECT_EQ(gpu::current_device(), gpu::cpu());
  EXPECT_TRUE(gpu::try_all_gpus().empty());
  const std::string missing =
      message_of<gpu::library_not_found>([] { (void)gpu::ones<float>({2}, gpu::gpu(0)); });
  EXPECT_EQ(missing.find('['), std::string::npos) << missing;
  EXPECT_THROW(gpu::gpu(0).use(), gpu::library_not_found);
  EXPECT_EQ(values(gpu::ones<float>({2}) * 2), (std::vector<float>{2, 2}));
}

TEST_P(users, elementwise_kernel_fuses_without_a_decorator) {
  const gpu::elementwise_kernel<float(float, float)> squared_diff(
      "T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff");
  const auto x = gpu::arange<float>(5);
  const auto y = gpu::full<float>({5}, 2);
  const std::uint64_t before = gpu::launches();
  const ndarray<float> result = gpu::sqrt(squared_diff(x, y)) + 1;
  EXPECT_EQ(gpu::launches() - before, GetParam().is_gpu() ? 1u : 0u);
  EXPECT_EQ(values(result), (std::vector<float>{3, 2, 1, 2, 3}));

  const gpu::elementwise_kernel generic("T x, T y", "T z", "z = x * y + 1", "multiply_and_one");
  const ndarray<float> product = generic(x, y);
  EXPECT_EQ(values(product), (std::vector<float>{1, 3, 5, 7, 9}));
}

INSTANTIATE_TEST_SUITE_P(devices, users, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
