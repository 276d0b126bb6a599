// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/user_kernel/raw_module.hpp>

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/gpu.hpp>

#include "array/user_kernel/raw_source.hpp"
#include "jit/module_cache.hpp"
#include "support/capture.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::raw_module;
using gpu::test::message_of;
using gpu::test::values;

constexpr const char* text = R"(
namespace space {
__constant__ float weights[4];
}
__device__ int counter;
struct pair { int first; float second; };
__device__ pair both;
template <class T> __global__ void weigh(T* x) { x[threadIdx.x] *= space::weights[threadIdx.x]; }
extern "C" __global__ void count() { atomicAdd(&counter, 1); }
extern "C" __global__ void read_pair(float* x) { x[0] = both.first; x[1] = both.second; }
)";

raw_module counting_module() {
  return raw_module(text,
                    {.name_expressions = {"weigh<float>", "weigh<double>", "space::weights"}});
}

TEST(raw_module, needs_a_gpu) {
  const gpu::device_guard host(gpu::cpu());
  EXPECT_TRUE(message_of<gpu::value_error>([] {
                counting_module().compile();
              }).starts_with("raw_module needs a GPU, not cpu(0): "));
  EXPECT_THROW((void)counting_module().get_global<int>("counter"), gpu::value_error);
  EXPECT_THROW((void)counting_module().get_global("counter"), gpu::value_error);
  ndarray<float> x{1, 2};
  EXPECT_THROW(counting_module().get_function("weigh<float>")(1, 2, x), gpu::value_error);
}

class raw_module_on_gpu : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, raw_module_on_gpu, testing::Values(gpu::gpu(0)), gpu::test::device_name);

TEST_P(raw_module_on_gpu, has_kernels_of_templates_and_a_constant) {
  const raw_module m = counting_module();
  auto weights = m.get_global<float>("space::weights");
  EXPECT_EQ(weights.shape(), (gpu::shape{4}));
  weights = ndarray<float>{1, 2, 3, 4};
  EXPECT_EQ(values(weights), (std::vector<float>{1, 2, 3, 4}));
  ndarray<float> x = gpu::ones<float>({4});
  m.get_function("weigh<float>")(1, 4, x);
  EXPECT_EQ(values(x), (std::vector<float>{1, 2, 3, 4}));
  weights *= 10;
  gpu::view(weights, 0) = 5;
  ndarray<double> y = gpu::ones<double>({4});
  m.get_function("weigh<double>")(1, 4, y);
  EXPECT_EQ(values(y), (std::vector<double>{5, 20, 30, 40}));
}

TEST_P(raw_module_on_gpu, variables_change_in_place) {
  const raw_module m = counting_module();
  auto counter = m.get_global<int>("counter");
  counter = 0;
  const ndarray<int> before = counter;
  const auto lazy = counter + 100;
  const gpu::raw_kernel count = m.get_function("count");
  for (int i = 0; i < 5; ++i) count(2, 32);
  EXPECT_EQ(values(counter), std::vector<int>{320});
  EXPECT_EQ(values(before), std::vector<int>{0}) << "a copy is independent";
  EXPECT_EQ(values(lazy), std::vector<int>{100}) << "so is an expression";
  const ndarray<int> held{7};
  counter = held;
  count(1, 1);
  EXPECT_EQ(values(m.get_global<int>("counter")), std::vector<int>{8});
  EXPECT_EQ(values(held), std::vector<int>{7});
  EXPECT_EQ(values(counting_module().get_global<int>("counter")), std::vector<int>{8})
      << "modules of the same text are one";
}

TEST_P(raw_module_on_gpu, kernels_are_ordered_with_what_uses_variables_on_other_streams) {
  const raw_module m = counting_module();
  auto counter = m.get_global<int>("counter");
  const gpu::raw_kernel count = m.get_function("count");
  const gpu::stream first(GetParam());
  const gpu::stream second(GetParam());
  for (int round = 0; round < 20; ++round) {
    {
      const gpu::stream_guard guard(first);
      counter = 1;
    }
    count.with({.stream = second})(20000, 256);
    const gpu::stream_guard guard(first);
    counter += 1;
    ASSERT_EQ(values(counter), std::vector<int>{20000 * 256 + 2});
  }
}

TEST_P(raw_module_on_gpu, variables_are_arguments_and_addresses) {
  const raw_module m = counting_module();
  const gpu::raw_kernel store(
      "extern \"C\" __global__ void store(int* first, float* second) { *first = 3; *second = 4; }",
      "store");
  const gpu::module_variable both = m.get_global("both");
  ASSERT_EQ(both.size_bytes, 8U);
  int* const first = static_cast<int*>(both.data);
  store(1, 1, first, static_cast<float*>(both.data) + 1);
  ndarray<float> x = gpu::zeros<float>({2});
  m.get_function("read_pair")(1, 1, x);
  EXPECT_EQ(values(x), (std::vector<float>{3, 4}));
  auto counter = m.get_global<int>("counter");
  store(1, 1, counter, x);
  EXPECT_EQ(values(counter), std::vector<int>{3});
  EXPECT_EQ(m.get_global("counter").size_bytes, 4U);
}

TEST_P(raw_module_on_gpu, refuses_names_and_types_that_do_not_fit) {
  const raw_module m = counting_module();
  ndarray<float> x = gpu::ones<float>({4});
  EXPECT_EQ(message_of<gpu::value_error>([&] { m.get_function("weigh<int>")(1, 4, x); }),
            "raw_module has no kernel 'weigh<int>'; one that is not extern \"C\" must be among the "
            "name_expressions, which are [weigh<float>, weigh<double>, space::weights]");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)m.get_global<int>("missing"); }),
            "raw_module has no variable 'missing'");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)m.get_global<double>("counter"); }),
            "variable 'counter' of raw_module has 4 bytes, which are no elements of float64");
  (void)m.get_global<int>("counter");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)m.get_global<float>("counter"); }),
            "variable 'counter' of raw_module has been taken as int32 before, and cannot be taken "
            "as float32");
  EXPECT_EQ(values(x), std::vector<float>(4, 1));
}

TEST_P(raw_module_on_gpu, takes_cubins_and_ptx) {
  std::string folder = testing::TempDir() + "/gpu-raw-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const gpu::device_properties& found = gpu::properties(GetParam());
  const auto source = gpu::user_kernels::make_raw_source(
      "extern \"C\" __global__ void add(int* x, int n) { x[threadIdx.x] += n; }",
      gpu::raw_module_options{});
  const std::string cubin =
      gpu::load_module_code(source->text, {}, {found.major, found.minor}).bytes;
  const std::string ptx = R"(
.version 7.8
.target sm_50
.address_size 64
.visible .entry add(.param .u64 data, .param .u32 number)
{
  .reg .b64 %address;
  .reg .b32 %number, %old;
  ld.param.u64 %address, [data];
  ld.param.u32 %number, [number];
  ld.global.u32 %old, [%address];
  add.s32 %old, %old, %number;
  st.global.u32 [%address], %old;
  ret;
}
)";
  for (const auto& [name, bytes] :
       {std::pair<std::string, std::string>("add.cubin", cubin), {"add.ptx", ptx}}) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    std::ofstream(file, std::ios::binary) << bytes;
    const gpu::raw_kernel add = raw_module::from_file(file).get_function("add");
    ndarray<int> x{1};
    add(1, 1, x, 41);
    EXPECT_EQ(values(x), std::vector<int>{42}) << name;
    EXPECT_THROW(add(1, 1, x), gpu::value_error) << name;
  }
  std::filesystem::remove_all(folder);
}

TEST_P(raw_module_on_gpu, has_variables_on_each_gpu) {
  GPU_REQUIRE_DEVICES(2);
  const raw_module m = counting_module();
  auto here = m.get_global<int>("counter", GetParam());
  auto there = m.get_global<int>("counter", gpu::gpu(1));
  here = 1;
  there = ndarray<int>({1}, 10, gpu::gpu(1));
  const gpu::device_guard guard(gpu::gpu(1));
  m.get_function("count")(1, 5);
  EXPECT_EQ(values(here), std::vector<int>{1});
  EXPECT_EQ(values(there), std::vector<int>{15});
}

}  // namespace
