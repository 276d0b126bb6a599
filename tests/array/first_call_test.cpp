// SPDX-License-Identifier: BSD-3-Clause
// The first call of an expression: a kernel that is assembled, and after it the compiled one.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "jit/cache.hpp"
#include "jit/load_later.hpp"
#include "support/device.hpp"
#include "support/environment.hpp"
#include "support/jit.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

constexpr std::ptrdiff_t size = 5003;  // several blocks, the last one not full

/// On a GPU, with an empty disk cache and kernels that may be assembled.
class first_call : public with_disk_cache, public testing::WithParamInterface<device> {
 protected:
  void SetUp() override {
    if (num_gpus() == 0) GTEST_SKIP() << "this machine has no GPU";
    GetParam().use();
  }
  void TearDown() override { finish_compiling(); }

 private:
  environment_guard assembling_{"GPU_NDARRAY_ASSEMBLE", "1"};
};

INSTANTIATE_TEST_SUITE_P(, first_call, testing::Values(gpu::gpu(0)), device_name);

std::vector<code_origin> origins() {
  std::vector<code_origin> all;
  for (const kernel_record& one : kernel_history()) all.push_back(one.origin);
  return all;
}

using history = std::vector<code_origin>;

/// What the making of operands has left to compile is not part of it.
void begin_history() {
  finish_compiling();
  clear_kernel_history();
}

TEST_P(first_call, is_assembled_and_then_compiled_in_the_background) {
  const ndarray<std::int64_t> x = arange<std::int64_t>(size);
  begin_history();
  const auto call = [&] { return values(ndarray<std::int64_t>((x * 7 - 3) * x)); };
  const std::vector<std::int64_t> first = call();
  EXPECT_EQ(origins().front(), code_origin::assembled);
  finish_compiling();
  EXPECT_EQ(origins(), (history{code_origin::assembled, code_origin::compiled}));
  EXPECT_EQ(call(), first);
  EXPECT_EQ(kernel_history().size(), 2u);
  for (std::ptrdiff_t i = 0; i < size; ++i)
    ASSERT_EQ(first[static_cast<std::size_t>(i)], (i * 7 - 3) * i);
}

TEST_P(first_call, launches_once_and_works_in_place) {
  ndarray<float> x = full<float>({size}, 3.0f);
  const std::uint64_t before = launches();
  x = x * x - 5.0f / x;
  EXPECT_EQ(launches(), before + 1);
  EXPECT_EQ(values(x), std::vector<float>(size, 9.0f - 5.0f / 3.0f));
}

TEST_P(first_call, takes_single_elements_scalars_of_every_size_and_several_results) {
  const ndarray<std::complex<float>> one = full({1}, std::complex<float>(1, 2));
  const ndarray<std::complex<double>> z = full({size}, std::complex<double>(3, -1));
  begin_history();
  const ndarray<std::complex<double>> sum = (one * std::complex<float>(0, 1) + z) * 2.0;
  EXPECT_EQ(origins().front(), code_origin::assembled);
  EXPECT_EQ(values(sum), std::vector<std::complex<double>>(size, {2.0, 0.0}));
  const ndarray<float16> half = full<float16>({size}, float16(1.5f));
  begin_history();
  const ndarray<bool> above = half * float16(2.0f) > half + float16(1.0f);
  EXPECT_EQ(origins().front(), code_origin::assembled);
  EXPECT_EQ(values(above), std::vector<bool>(size, true));
}

TEST_P(first_call, of_what_must_be_compiled_compiles) {
  const ndarray<float> x = reshape(arange<float>(6 * 40), {6, 40});
  begin_history();
  const ndarray<float> rows = x * view(x, 0) - 0.125f;  // a broadcast row
  EXPECT_EQ(origins(), history{code_origin::compiled});
  begin_history();
  elementwise_kernel<float(float)> thrice("T x", "T y", "y = 3 * x - x / 7", "thrice_less");
  const ndarray<float> user = thrice(x);
  EXPECT_EQ(origins(), history{code_origin::compiled});
}

TEST_P(first_call, can_be_made_to_compile) {
  const environment_guard off("GPU_NDARRAY_ASSEMBLE", "0");
  const ndarray<std::int16_t> x = arange<std::int16_t>(size);
  begin_history();
  const ndarray<std::int16_t> y = (x | std::int16_t{5}) ^ x;
  EXPECT_EQ(origins(), history{code_origin::compiled});
}

TEST_P(first_call, in_many_threads_is_right_and_compiled_once) {
  constexpr int thread_count = 8;
  const ndarray<std::uint32_t> x = arange<std::uint32_t>(size);
  begin_history();
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < thread_count; ++t)
    threads.emplace_back([&, t] {
      GetParam().use();
      for (int k = 0; k < 6; ++k) {
        const auto step = static_cast<std::uint32_t>(t);
        ndarray<std::uint32_t> y = x + step;
        if (k % 3 == 0) y = (y ^ x) * y;
        if (k % 3 == 1) y = (y & x) - y;
        if (k % 3 == 2) y = (y | x) + x;
        const std::uint32_t a = 4321 + step;
        const std::uint32_t b = 4321;
        const std::uint32_t wanted = k % 3 == 0   ? (a ^ b) * a
                                     : k % 3 == 1 ? (a & b) - a
                                                  : (a | b) + b;
        if (static_cast<std::uint32_t>(y(4321)) == wanted) ++right;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, thread_count * 6);
  finish_compiling();
  const history all = origins();
  EXPECT_EQ(std::count(all.begin(), all.end(), code_origin::assembled),
            std::count(all.begin(), all.end(), code_origin::compiled));
}

TEST_P(first_call, is_not_asked_of_a_driver_that_refuses) {
  const program text{"refused", "extern \"C\" __global__ void refused() {}\n", {}, {}};
  EXPECT_EQ(load_baseline(text, ".version 99.0\n.target sm_75\n.address_size 64\n", GetParam()),
            kernel_ref());
  EXPECT_NE(load_kernel(text, GetParam()), kernel_ref());
}

TEST_P(first_call, knows_what_is_compiled) {
  const program text{"kept", "extern \"C\" __global__ void kept() {}\n", {}, {}};
  EXPECT_FALSE(is_compiled(text, GetParam()));
  const device_properties& found = properties(GetParam());
  (void)load_image(text, {found.major, found.minor});
  EXPECT_TRUE(is_compiled(text, GetParam()));
  forget_images();
  EXPECT_TRUE(is_compiled(text, GetParam()));
  std::filesystem::remove_all(cache());
  EXPECT_FALSE(is_compiled(text, GetParam()));
}

TEST_P(first_call, stays_as_it_is_if_it_cannot_be_compiled) {
  bool used = false;
  load_later({"wrong", "extern \"C\" __global__ void wrong( {}\n", {}, {}}, GetParam(),
             [&](kernel_ref) { used = true; });
  finish_compiling();
  EXPECT_FALSE(used);
  load_later({"good", "extern \"C\" __global__ void good() {}\n", {}, {}}, GetParam(),
             [&](kernel_ref) { used = true; });
  finish_compiling();
  EXPECT_TRUE(used);
}

TEST_P(first_call, lets_the_process_end) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto end_while_compiling = [] {
    gpu::gpu(0).use();
    const ndarray<double> x = arange<double>(size);
    const ndarray<double> y = exp(x) - sqrt(x) * x;
    const ndarray<double> z = log1p(x) / (x + 2.0);
    std::exit(static_cast<double>(y(0)) == 1.0 && static_cast<double>(z(0)) == 0.0 ? 0 : 1);
  };
  EXPECT_EXIT(end_while_compiling(), testing::ExitedWithCode(0), "");
}

}  // namespace

TEST(finish_compiling, returns_when_there_is_nothing_to_wait_for) {
  finish_compiling();
}

}  // namespace gpu::test
