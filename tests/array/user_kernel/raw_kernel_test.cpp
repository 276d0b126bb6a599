// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/user_kernel/raw_kernel.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/gpu.hpp>

#include "support/capture.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::raw_kernel;
using gpu::test::message_of;
using gpu::test::values;

const raw_kernel& saxpy() {
  static const raw_kernel kernel(R"(
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)",
                                 "saxpy");
  return kernel;
}

TEST(raw_kernel, needs_a_gpu) {
  const gpu::device_guard host(gpu::cpu());
  ndarray<float> x{1, 2, 3};
  const std::string words =
      "'saxpy' needs a GPU, not arrays of cpu(0): raw kernels are CUDA C++; elementwise_kernel and "
      "reduction_kernel run on cpu(), too";
  EXPECT_EQ(message_of<gpu::value_error>([&] { saxpy()(1, 32, 2.0F, x, x, 3); }), words);
  EXPECT_EQ(message_of<gpu::value_error>([&] { saxpy()(1, 32, 2.0F, x + 1, nullptr, 3); }), words);
  EXPECT_TRUE(message_of<gpu::value_error>([&] {
                saxpy()(1, 32);
              }).starts_with("'saxpy' needs a GPU, not cpu(0): "));
  EXPECT_TRUE(message_of<gpu::value_error>([&] {
                saxpy().compile();
              }).starts_with("raw_kernel saxpy needs a GPU, not cpu(0): "));
  EXPECT_EQ(values(x), (std::vector<float>{1, 2, 3}));
}

TEST(raw_kernel, checks_extents_before_all_else) {
  ndarray<float> x({3}, 0.0F, gpu::cpu());
  EXPECT_TRUE(message_of<gpu::value_error>([&] {
                saxpy()(0, 32, 2.0F, x, x, 3);
              }).starts_with("'saxpy' cannot have a grid of (0, 1, 1) blocks"));
  EXPECT_TRUE(message_of<gpu::value_error>([&] {
                saxpy().with({})(1, {64, 64});
              }).starts_with("'saxpy' cannot have blocks of (64, 64, 1) threads"));
}

TEST(raw_kernel, without_a_gpu_says_what_is_missing) {
  if (gpu::num_gpus() > 0) GTEST_SKIP() << "this machine has a GPU";
  EXPECT_THROW(saxpy().compile(gpu::gpu(0)), gpu::library_not_found);
}

class raw_kernel_call : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, raw_kernel_call, testing::Values(gpu::gpu(0)), gpu::test::device_name);

TEST_P(raw_kernel_call, computes) {
  constexpr int n = 1000;
  const ndarray<float> x = gpu::arange<float>(n);
  ndarray<float> y = gpu::ones<float>({n});
  const std::uint64_t before = gpu::launches();
  saxpy()((n + 255) / 256, 256, 2.0F, x, y, n);
  EXPECT_EQ(gpu::launches(), before + 1);
  EXPECT_EQ(values(y), values(x * 2.0F + 1.0F));
  EXPECT_EQ(saxpy().name(), "saxpy");
}

TEST_P(raw_kernel_call, takes_expressions_views_and_arrays_of_every_rank) {
  ndarray<float> y = gpu::zeros<float>({4, 3});
  ndarray<float> zero_d(5.0F);
  const ndarray<float> x{{1, 2, 3}, {4, 5, 6}};
  saxpy()(1, 32, 1.0F, x + 1, gpu::view(y, gpu::range(1, 3)), 6);
  EXPECT_EQ(values(y), (std::vector<float>{0, 0, 0, 2, 3, 4, 5, 6, 7, 0, 0, 0}));
  saxpy()(1, 32, 1.0F, x.transpose(), gpu::view(y, gpu::range(0, 2)), 6);
  EXPECT_EQ(values(y), (std::vector<float>{1, 4, 2, 7, 6, 10, 5, 6, 7, 0, 0, 0}))
      << "expressions are evaluated in C order";
  saxpy()(1, 32, 1.0F, gpu::view(x, 1, gpu::range(1, 2)), zero_d, 1);
  EXPECT_EQ(zero_d(), 10);
  saxpy()(1, 32, 1.0F, ndarray<float>{}, ndarray<float>{}, 0);
  const ndarray<float> broadcast = gpu::broadcast_to(ndarray<float>{3}, {4});
  saxpy()(1, 32, 1.0F, broadcast, gpu::view(y, 3), 3);
  EXPECT_EQ(values(gpu::view(y, 3)), (std::vector<float>{3, 3, 3}));
}

TEST_P(raw_kernel_call, writes_no_copies_of_an_array) {
  ndarray<float> y{1, 2, 3};
  const ndarray<float> copy = y;
  const auto lazy = y * 10;
  saxpy()(1, 32, 1.0F, y, y, 3);
  EXPECT_EQ(values(y), (std::vector<float>{2, 4, 6})) << "the same array twice is one";
  EXPECT_EQ(values(copy), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(lazy), (std::vector<float>{10, 20, 30}));
  auto part = gpu::view(y, gpu::range(2, 3));
  const ndarray<float> second = y;
  saxpy()(1, 32, 1.0F, std::as_const(y), part, 1);
  EXPECT_EQ(values(y), (std::vector<float>{2, 4, 8}));
  EXPECT_EQ(values(second), (std::vector<float>{2, 4, 6}));
  float* const pinned = y.data();
  saxpy()(1, 32, 1.0F, copy, y, 3);
  EXPECT_EQ(y.data(), pinned);
  EXPECT_EQ(values(y), (std::vector<float>{3, 6, 11}));
}

TEST_P(raw_kernel_call, takes_views_with_strides_only_if_told) {
  const raw_kernel fill(R"(
extern "C" __global__ void fill(float* x, long long stride, float value) {
  x[threadIdx.x * stride] = value;
}
)",
                        "fill");
  ndarray<float> a = gpu::zeros<float>({2, 3});
  const auto column = gpu::view(a, gpu::all(), 1);
  EXPECT_EQ(message_of<gpu::value_error>([&] { fill(1, 2, column, 3LL, 7.0F); }),
            "Argument 0 of 'fill' is a view that is not C-contiguous, of shape (2,) with strides "
            "(3,); copy it, or pass gpu::any_strides(view)");
  EXPECT_EQ(values(a), std::vector<float>(6));
  const auto strided = gpu::any_strides(column);
  fill(1, 2, strided, strided.strides()[0], 7.0F);
  EXPECT_EQ(values(a), (std::vector<float>{0, 7, 0, 0, 7, 0}));
}

TEST_P(raw_kernel_call, takes_numbers_structs_and_pointers_as_they_are) {
  struct point {
    float x, y, z;
  };
  const raw_kernel store(R"(
struct point { float x, y, z; };
struct complex64 { float real, imag; };
extern "C" __global__ void store(double* out, char c, point p, bool b, complex64 z, short s,
                                 unsigned long long u, const double* in) {
  double values[] = {double(c), p.x, p.y, p.z, double(b), z.real, z.imag, double(s), double(u),
                     in == nullptr ? -1.0 : in[1]};
  for (int i = 0; i < 10; ++i) out[i] = values[i];
}
)",
                         "store");
  ndarray<double> out({10}, 0.0);
  const ndarray<double> in{1, 20};
  store(1, 1, out, 'a', point{1, 2, 3}, true, std::complex<float>(4, 5), short{-6}, 7ULL, nullptr);
  EXPECT_EQ(values(out), (std::vector<double>{97, 1, 2, 3, 1, 4, 5, -6, 7, -1}));
  store(1, 1, out.data(), 'b', point{}, false, gpu::complex<float>(), short{}, 0ULL, in.data());
  EXPECT_EQ(values(out), (std::vector<double>{98, 0, 0, 0, 0, 0, 0, 0, 0, 20}));
}

TEST_P(raw_kernel_call, refuses_wrong_numbers_and_sizes_of_arguments) {
  ndarray<float> x{1, 2, 3};
  const auto refused = [&](const auto&... arguments) {
    return message_of<gpu::error>([&] { saxpy()(1, 32, arguments...); });
  };
  EXPECT_EQ(refused(2.0F, x, x),
            "Wrong number of arguments for 'saxpy'. It must be 4, but given 3.");
  EXPECT_EQ(refused(2.0F, x, x, 3, 4),
            "Wrong number of arguments for 'saxpy'. It must be 4, but given 5.");
  EXPECT_EQ(refused(2.0, x, x, 3),
            "Type is mismatched. Argument 0 of 'saxpy' is float64 (8 bytes), but the parameter has "
            "4 bytes");
  EXPECT_EQ(refused(2.0F, x, x, 3LL),
            "Type is mismatched. Argument 3 of 'saxpy' is int64 (8 bytes), but the parameter has 4 "
            "bytes");
  EXPECT_EQ(values(x), (std::vector<float>{1, 2, 3}));
}

TEST_P(raw_kernel_call, names_templates_and_namespaces) {
  constexpr const char* text = R"(
namespace space {
template <class T> __global__ void twice(T* x) { x[threadIdx.x] *= 2; }
}
)";
  ndarray<float> x{1, 2};
  ndarray<std::int64_t> n{3, 4};
  raw_kernel(text, "space::twice<float>")(1, 2, x);
  raw_kernel(text, "space::twice<long long>")(1, 2, n);
  EXPECT_EQ(values(x), (std::vector<float>{2, 4}));
  EXPECT_EQ(values(n), (std::vector<std::int64_t>{6, 8}));
}

TEST_P(raw_kernel_call, runs_on_grids_of_three_axes) {
  const raw_kernel where(R"(
extern "C" __global__ void where(int* counts) {
  int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  counts[block * (blockDim.x * blockDim.y * blockDim.z) + thread] += block * 100 + thread;
}
)",
                         "where");
  ndarray<int> counts = gpu::zeros<int>({24, 30});
  where({2, 3, 4}, {5, 3, 2}, counts);
  EXPECT_TRUE(gpu::all(
      gpu::equal(counts, gpu::arange<int>(24).reshape({24, 1}) * 100 + gpu::arange<int>(30)))());
}

TEST_P(raw_kernel_call, uses_dynamic_shared_memory) {
  const raw_kernel reverse(R"(
extern "C" __global__ void reverse(float* x, int n) {
  extern __shared__ float held[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) held[i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = held[n - 1 - i];
}
)",
                           "reverse");
  // 2048 floats need no permission, 20000 do; then 15000 have it.
  for (const int n : {1, 2048, 20000, 15000}) {
    ndarray<float> x = gpu::arange<float>(n);
    reverse.with({.shared_memory = static_cast<std::size_t>(n) * sizeof(float)})(1, 256, x, n);
    EXPECT_TRUE(gpu::all(gpu::equal(x, n - 1 - gpu::arange<float>(n)))()) << n;
  }
  EXPECT_EQ(reverse.max_dynamic_shared_size_bytes(), 80000U);
  reverse.set_max_dynamic_shared_size_bytes(50000);
  EXPECT_EQ(reverse.max_dynamic_shared_size_bytes(), 50000U);
  ndarray<float> x = gpu::arange<float>(15000);
  reverse(1, 256, x, 15000, {.shared_memory = 60000});
  EXPECT_EQ(x(0), 14999);
  const std::size_t own = reverse.shared_size_bytes();
  const std::size_t most = gpu::properties(GetParam()).shared_bytes_per_block - own;
  EXPECT_EQ(
      message_of<gpu::value_error>(
          [&] { reverse.with({.shared_memory = most + 1})(1, 256, x, 1); }),
      gpu::text_of("'reverse' asks for ", most + 1, " bytes of dynamic shared memory; ", GetParam(),
                   " has ", most, " for it, beside ", own, " bytes that the kernel declares"));
  EXPECT_NO_THROW(reverse.with({.shared_memory = most})(1, 256, x, 1));
}

TEST_P(raw_kernel_call, has_attributes) {
  const raw_kernel kernel(R"(
__constant__ float table[16];
extern "C" __global__ void __launch_bounds__(128) declared(float* x) {
  __shared__ float held[32];
  held[threadIdx.x % 32] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = held[(threadIdx.x + 1) % 32] + table[threadIdx.x % 16];
}
)",
                          "declared");
  EXPECT_GT(kernel.num_regs(), 0);
  EXPECT_GE(kernel.shared_size_bytes(), 128U);
  EXPECT_GE(kernel.const_size_bytes(), 64U);
  EXPECT_EQ(kernel.local_size_bytes(), 0U);
  EXPECT_EQ(kernel.max_threads_per_block(), 128);
  EXPECT_GT(kernel.binary_version(), 0);
  EXPECT_GE(kernel.ptx_version(), 0);
  EXPECT_FALSE(kernel.cache_mode_ca());
  EXPECT_EQ(kernel.preferred_shared_memory_carveout(), -1);
  kernel.set_preferred_shared_memory_carveout(50);
  EXPECT_EQ(kernel.preferred_shared_memory_carveout(), 50);
  EXPECT_THROW(kernel.set_preferred_shared_memory_carveout(101), gpu::value_error);
  EXPECT_THROW(kernel.set_preferred_shared_memory_carveout(-2), gpu::value_error);
  ndarray<float> x({256}, 1.0F);
  const std::string said = message_of<gpu::value_error>([&] { kernel(1, 256, x); });
  EXPECT_TRUE(said.starts_with("'declared' takes at most 128 threads in a block on gpu(0)"))
      << said;
  EXPECT_TRUE(gpu::all(gpu::equal(x, 1))());
}

TEST_P(raw_kernel_call, launches_cooperatively) {
  // Every block waits for all others twice: a barrier of one's own shows that they run at once.
  const raw_kernel rounds(R"(
__device__ void wait_for_all(unsigned* arrived, unsigned wanted) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned*)arrived < wanted) {}
    __threadfence();
  }
  __syncthreads();
}
extern "C" __global__ void rounds(int* x, unsigned* arrived) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n = gridDim.x * blockDim.x;
  x[i] = i;
  wait_for_all(arrived, gridDim.x);
  int neighbour = ((volatile int*)x)[(i + blockDim.x) % n];
  wait_for_all(arrived, 2 * gridDim.x);
  x[i] = neighbour;
}
)",
                          "rounds");
  const std::int64_t blocks = rounds.max_cooperative_blocks(64);
  ASSERT_GE(blocks, gpu::properties(GetParam()).multiprocessors);
  ndarray<int> x = gpu::zeros<int>({blocks * 64});
  ndarray<unsigned> arrived = gpu::zeros<unsigned>({1});
  rounds.with({.cooperative = true})(blocks, 64, x, arrived);
  EXPECT_EQ(values(arrived), std::vector{static_cast<unsigned>(2 * blocks)});
  EXPECT_TRUE(gpu::all(gpu::equal(x, (gpu::arange<int>(blocks * 64) + 64) % (blocks * 64)))());
  const std::string said = message_of<gpu::value_error>(
      [&] { rounds.with({.cooperative = true})(blocks + 1, 64, x, arrived); });
  EXPECT_EQ(said, gpu::text_of("a cooperative launch of 'rounds' on a grid of (", blocks + 1,
                               ", 1, 1) blocks: ", GetParam(), " runs at most ", blocks,
                               " blocks of (64, 1, 1) threads at once"));
}

TEST_P(raw_kernel_call, synchronises_grids_of_cooperative_groups) {
  const raw_kernel neighbours(R"(
#include <cooperative_groups.h>
extern "C" __global__ void neighbours(int* x) {
  auto grid = cooperative_groups::this_grid();
  int i = grid.thread_rank();
  x[i] = i;
  grid.sync();
  int neighbour = x[(i + 32) % grid.size()];
  grid.sync();
  x[i] = neighbour;
}
)",
                              "neighbours");
  try {
    neighbours.compile();
  } catch (const gpu::compile_error& failure) {
    if (failure.log().find("cooperative_groups.h") == std::string::npos) throw;
    GTEST_SKIP() << "this machine has no headers of CUDA";
  }
  ndarray<int> x = gpu::zeros<int>({1024});
  neighbours.with({.cooperative = true})(32, 32, x);
  EXPECT_TRUE(gpu::all(gpu::equal(x, (gpu::arange<int>(1024) + 32) % 1024))());
}

TEST_P(raw_kernel_call, comes_after_and_before_what_other_streams_do) {
  constexpr std::ptrdiff_t size = 1 << 21;
  constexpr int steps = 100;
  const auto blocks = (size + 255) / 256;
  const auto round = [&] {
    ndarray<float> x = gpu::zeros<float>({size});
    ndarray<float> y = gpu::zeros<float>({size});
    for (int i = 0; i < steps; ++i) x += 1.0F;
    const gpu::stream first(GetParam());
    const gpu::stream second(GetParam());
    // y = steps, on another stream than what makes x; then x changes on this one.
    saxpy().with({.stream = first})(blocks, 256, 1.0F, std::as_const(x), y, int{size});
    for (int i = 0; i < steps; ++i) x -= 1.0F;
    // What reads y on a third stream, and what then writes it on the first again.
    const gpu::stream_guard guard(second);
    const ndarray<float> sum = y + x;
    saxpy()(blocks, 256, -1.0F, sum, y, int{size}, {.stream = first});
    EXPECT_EQ(gpu::max(sum)(), steps);
    EXPECT_EQ(gpu::min(sum)(), steps);
    EXPECT_EQ(gpu::max(gpu::abs(y))(), 0);
  };
  round();  // kernels are compiled now, not while the streams work
  round();
}

TEST_P(raw_kernel_call, evaluates_expressions_on_its_stream) {
  constexpr std::ptrdiff_t size = 1 << 20;
  ndarray<float> y = gpu::zeros<float>({size});
  const gpu::stream other(GetParam());
  const ndarray<float> ones = gpu::ones<float>({size});
  for (int i = 0; i < 20; ++i)
    saxpy().with({.stream = other})(size / 256, 256, 1.0F, gpu::sqrt(ones * 4), y, int{size});
  EXPECT_EQ(gpu::min(y)(), 40);
  EXPECT_EQ(gpu::max(y)(), 40);
}

TEST_P(raw_kernel_call, is_recorded_and_launched_again) {
  const gpu::stream s(GetParam());
  ndarray<float> x{1, 2, 3};
  ndarray<float> y{0, 0, 0};
  saxpy().compile();
  gpu::synchronize(GetParam());
  const float* const place = std::as_const(y).data();
  {
    const gpu::test::recording graph(s, [&] { saxpy()(1, 32, 1.0F, x + 1, y, 3); });
    EXPECT_EQ(values(y), (std::vector<float>{0, 0, 0})) << "recorded, not run";
    for (int i = 0; i < 3; ++i) graph.launch(s);
    s.synchronize();
  }
  EXPECT_EQ(std::as_const(y).data(), place);
  EXPECT_EQ(values(y), (std::vector<float>{6, 9, 12}));
}

TEST_P(raw_kernel_call, is_compiled_during_a_capture_if_need_be) {
  const gpu::stream s(GetParam());
  const raw_kernel fresh(R"(
extern "C" __global__ void fresh(int* x) {
  extern __shared__ int held[];
  held[threadIdx.x] = x[threadIdx.x] + 1;
  x[threadIdx.x] = held[threadIdx.x];
})",
                         "fresh");
  ndarray<int> x{1, 2};
  gpu::synchronize(GetParam());
  const gpu::test::recording graph(s, [&] { fresh.with({.shared_memory = 60000})(1, 2, x); });
  graph.launch(s);
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(x), (std::vector<int>{3, 4}));
}

TEST_P(raw_kernel_call, may_be_called_by_any_thread) {
  std::vector<float> results(8);
  std::vector<std::thread> threads;
  const raw_kernel own(R"(
extern "C" __global__ void own(float* x, float value) { x[threadIdx.x] += value; })",
                       "own");
  for (std::size_t t = 0; t < results.size(); ++t)
    threads.emplace_back([&, t] {
      const gpu::device_guard guard(GetParam());
      ndarray<float> x = gpu::zeros<float>({32});
      for (int i = 0; i < 100; ++i) own(1, 32, x, static_cast<float>(t));
      results[t] = gpu::sum(x)();
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < results.size(); ++t)
    EXPECT_EQ(results[t], static_cast<float>(t) * 3200);
}

TEST_P(raw_kernel_call, errors_leave_arrays_as_they_were) {
  ndarray<float> x{1, 2, 3};
  const raw_kernel broken("extern \"C\" __global__ void broken(float* x) {\n  oops;\n}", "broken");
  for (int i = 0; i < 2; ++i) {
    const std::string said = message_of<gpu::compile_error>([&] { broken(1, 1, x); });
    EXPECT_NE(said.find(">    2 |   oops;"), std::string::npos) << said;
  }
  const ndarray<float> host({3}, 1.0F, gpu::cpu());
  EXPECT_THROW(saxpy()(1, 32, 1.0F, host, x, 3), gpu::value_error);
  EXPECT_EQ(values(x), (std::vector<float>{1, 2, 3}));
}

TEST_P(raw_kernel_call, runs_on_the_device_of_its_arrays) {
  GPU_REQUIRE_DEVICES(2);
  const gpu::device second = gpu::gpu(1);
  ndarray<float> x({3}, 1.0F, second);
  ndarray<float> y({3}, 0.0F, second);
  saxpy()(1, 32, 2.0F, x, y, 3);
  EXPECT_EQ(values(y), (std::vector<float>{2, 2, 2}));
  ndarray<float> here({3}, 1.0F, GetParam());
  EXPECT_THROW(saxpy()(1, 32, 2.0F, here, y, 3), gpu::device_mismatch);
  EXPECT_THROW(saxpy().with({.stream = gpu::current_stream(GetParam())})(1, 32, 2.0F, x, y, 3),
               gpu::device_mismatch);
  saxpy()(1, 32, 2.0F, here, here, 3);
  EXPECT_EQ(values(here), (std::vector<float>{3, 3, 3}));
  EXPECT_EQ(values(y), (std::vector<float>{2, 2, 2}));
}

}  // namespace
