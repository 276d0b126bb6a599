// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/module.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "support/device.hpp"

namespace gpu::test {
namespace {

struct arguments {
  int* data;
  int value;
};

/// add_one(arguments): `first`, then *data += value.
std::string add_one_after(const char* target, const char* first) {
  return text_of(".version 7.8\n.target ", target, R"(
.address_size 64
.visible .entry add_one(.param .align 8 .b8 arguments[16])
{
  .reg .b64 %address;
  .reg .b32 %value, %old;
)",
                 first, R"(
  ld.param.u64 %address, [arguments];
  ld.param.u32 %value, [arguments+8];
  ld.global.u32 %old, [%address];
  add.s32 %old, %old, %value;
  st.global.u32 [%address], %old;
  ret;
}
)");
}
const std::string add_one = add_one_after("sm_50", "");

TEST(module, without_a_gpu_is_an_error_that_says_what_is_missing) {
  if (num_gpus() > 0) GTEST_SKIP() << "this machine has a GPU";
  EXPECT_THROW(module{add_one}, library_not_found);
}

class gpu_module_test : public on_device {};

TEST_P(gpu_module_test, launches_its_kernel_with_packed_arguments) {
  const module loaded(add_one);
  const kernel_ref kernel = loaded.kernel("add_one");
  const stream own(GetParam());
  for (const stream_ref stream : {current_stream(), stream_ref(own)}) {
    const stream_guard scope{stream};
    const auto block = memory_block::allocate(GetParam(), sizeof(int));
    int value = 40;
    copy_bytes(block->data(), GetParam(), &value, cpu(), sizeof value, stream);
    const arguments packed{static_cast<int*>(block->data()), 2};
    const std::uint64_t before = launches();
    cuda::launch(kernel, {}, stream, &packed, sizeof packed);
    EXPECT_EQ(launches(), before + 1);
    copy_bytes(&value, cpu(), block->data(), GetParam(), sizeof value, stream);
    EXPECT_EQ(value, 42);
  }
}

TEST_P(gpu_module_test, launches_early_what_awaits_the_kernel_before_it) {
  if (!has_programmatic_dependent_launch(GetParam()))
    GTEST_SKIP() << "of a compute capability below 9.0";
  const module awaiting(
      add_one_after("sm_90", "griddepcontrol.wait;\ngriddepcontrol.launch_dependents;"));
  const module plain(add_one);
  const stream_ref stream = current_stream();
  const auto block = memory_block::allocate(GetParam(), sizeof(int));
  fill_bytes(block->data(), GetParam(), 0, sizeof(int), stream);
  int value = 0;
  launch_config early;
  early.programmatic_dependent = true;
  constexpr int times = 3000;
  for (int i = 0; i < times; ++i) {
    const arguments packed{static_cast<int*>(block->data()), 1};
    cuda::launch(awaiting.kernel("add_one"), early, stream, &packed, sizeof packed);
    if (i % 3 == 0) cuda::launch(plain.kernel("add_one"), {}, stream, &packed, sizeof packed);
  }
  copy_bytes(&value, cpu(), block->data(), GetParam(), sizeof value, stream);
  EXPECT_EQ(value, times + times / 3);
}

TEST_P(gpu_module_test, knows_the_attributes_of_its_kernel) {
  const module loaded(add_one);
  const kernel_attributes a = loaded.kernel("add_one").attributes(GetParam());
  EXPECT_GT(a.registers, 0);
  EXPECT_EQ(a.shared_bytes, 0U);
  EXPECT_GE(a.threads_per_block, 256);
}

TEST_P(gpu_module_test, knows_the_parameters_of_its_kernel) {
  const module loaded(add_one);
  const auto found = loaded.kernel("add_one").parameters(GetParam());
  if (!found) GTEST_SKIP() << "the driver is older than CUDA 12.4";
  EXPECT_EQ(*found, (std::vector<parameter_place>{{0, 16}}));
}

TEST_P(gpu_module_test, knows_which_kernels_and_variables_it_has) {
  const module loaded(
      ".version 7.8\n.target sm_50\n.address_size 64\n"
      ".visible .global .align 4 .u32 counter = 7;\n"
      ".visible .const .align 8 .f64 table[3];\n"
      ".visible .entry nothing()\n{\n  ret;\n}\n");
  EXPECT_TRUE(loaded.has_kernel("nothing"));
  EXPECT_FALSE(loaded.has_kernel("counter"));
  EXPECT_FALSE(loaded.has_kernel("something"));
  const module_variable counter = loaded.variable("counter", GetParam());
  ASSERT_EQ(counter.size_bytes, sizeof(int));
  int value = 0;
  copy_bytes(&value, cpu(), counter.data, GetParam(), sizeof value, current_stream());
  EXPECT_EQ(value, 7);
  EXPECT_EQ(loaded.variable("table", GetParam()).size_bytes, 3 * sizeof(double));
  EXPECT_EQ(loaded.variable("missing", GetParam()).data, nullptr);
}

TEST_P(gpu_module_test, launches_cooperatively_what_fits) {
  const module loaded(add_one);
  const kernel_ref kernel = loaded.kernel("add_one");
  const int each = kernel.blocks_per_multiprocessor(GetParam(), 64, 0);
  EXPECT_GE(each, 1);
  EXPECT_LE(kernel.blocks_per_multiprocessor(GetParam(), 64, 40000), each);
  const auto block = memory_block::allocate(GetParam(), sizeof(int));
  fill_bytes(block->data(), GetParam(), 0, sizeof(int), current_stream());
  const arguments packed{static_cast<int*>(block->data()), 5};
  launch_config config;
  config.cooperative = true;
  cuda::launch(kernel, config, current_stream(), &packed, sizeof packed);
  int value = 0;
  copy_bytes(&value, cpu(), block->data(), GetParam(), sizeof value, current_stream());
  EXPECT_EQ(value, 5);
  config.grid[0] = static_cast<unsigned>(each * properties(GetParam()).multiprocessors + 1);
  config.block[0] = 64;
  EXPECT_THROW(cuda::launch(kernel, config, current_stream(), &packed, sizeof packed), cuda_error);
}

TEST_P(gpu_module_test, has_no_kernel_of_another_name) {
  const module loaded(add_one);
  try {
    (void)loaded.kernel("subtract_one");
    FAIL() << "found";
  } catch (const cuda_error& e) {
    EXPECT_NE(std::string(e.what()).find("find the kernel subtract_one"), std::string::npos);
  }
}

TEST_P(gpu_module_test, refuses_what_is_no_code) {
  // The driver may look at the code only when a kernel is asked for.
  EXPECT_THROW((void)module("this is not code").kernel("add_one"), cuda_error);
}

TEST_P(gpu_module_test, says_with_which_extents_a_launch_failed) {
  const module loaded(add_one);
  const char packed[16] = {};
  try {
    cuda::launch(loaded.kernel("add_one"), {{1, 1, 1}, {2048, 1, 1}, 0}, current_stream(), packed,
                 sizeof packed);
    FAIL() << "2048 threads were launched";
  } catch (const cuda_error& e) {
    EXPECT_NE(std::string(e.what()).find("(2048, 1, 1) threads"), std::string::npos) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(each, gpu_module_test, testing::Values(gpu::gpu(0)), device_name);

}  // namespace
}  // namespace gpu::test
