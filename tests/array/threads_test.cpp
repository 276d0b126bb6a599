// SPDX-License-Identifier: BSD-3-Clause
// Many threads that issue work on one device: nothing is lost, and nothing is compiled twice.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/cuda/stream.hpp>
#include <gpu/gpu.hpp>
#include <gpu/jit/history.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

constexpr int thread_count = 32;
constexpr int orders = 24;
constexpr std::ptrdiff_t size = 1003;

class many_threads : public gpu::test::on_device {};

/// Four steps in the n-th of their orders: of arrays and of numbers.
template <class Value, class X>
Value chain(Value value, const X& x, int n) {
  std::array<int, 4> steps{0, 1, 2, 3};
  while (n-- > 0) std::next_permutation(steps.begin(), steps.end());
  for (const int step : steps) {
    switch (step) {
      case 0:
        value = gpu::bitwise_xor(value, x);
        break;
      case 1:
        value = gpu::add(gpu::multiply(value, x), value);
        break;
      case 2:
        value = gpu::maximum(gpu::right_shift(value, std::uint32_t{3}), x);
        break;
      default:
        value = gpu::subtract(gpu::invert(value), x);
        break;
    }
  }
  return value;
}

std::uint32_t input(std::ptrdiff_t i) {
  return static_cast<std::uint32_t>(i) * 2654435761u;
}

std::vector<std::uint32_t> expected(int order, std::uint32_t shift) {
  std::vector<std::uint32_t> wanted;
  for (std::ptrdiff_t i = 0; i < size; ++i) {
    const std::uint32_t x = input(i);
    wanted.push_back(chain<std::uint32_t>(x + shift, x, order));
  }
  return wanted;
}

TEST_P(many_threads, lose_nothing_and_compile_each_kernel_once) {
  std::vector<std::uint32_t> numbers;
  for (std::ptrdiff_t i = 0; i < size; ++i) numbers.push_back(input(i));
  const ndarray<std::uint32_t> shared = gpu::from_host(numbers.data(), {size});
  gpu::clear_kernel_history();
  std::atomic<int> waiting{thread_count};
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < thread_count; ++t)
    threads.emplace_back([&, t] {
      GetParam().use();
      std::optional<gpu::stream> own;
      std::optional<gpu::stream_guard> guard;
      if (t % 2 == 1) guard.emplace(own.emplace(GetParam()));
      const auto shift = static_cast<std::uint32_t>(t);
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      for (int k = 0; k < orders; ++k) {
        const int order = t % 3 == 0 ? k : (k + t) % orders;
        const gpu::expression<std::uint32_t> start = shared + shift;
        const ndarray<std::uint32_t> result = chain(start, shared, order);
        if (values(result) == expected(order, shift)) ++right;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, thread_count * orders);
  std::map<std::string, int> made;
  for (const gpu::kernel_record& one : gpu::kernel_history())
    if (one.origin != gpu::code_origin::memory) ++made[one.source_hash];
  for (const auto& [hash, times] : made) EXPECT_EQ(times, 1) << hash;
}

TEST_P(many_threads, count_in_arrays_of_their_own) {
  constexpr int rounds = 400;
  std::vector<ndarray<float>> totals(thread_count);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < thread_count; ++t)
    threads.emplace_back([&, t] {
      GetParam().use();
      std::optional<gpu::stream> own;
      std::optional<gpu::stream_guard> guard;
      if (t % 2 == 1) guard.emplace(own.emplace(GetParam()));
      const auto step = gpu::full<float>({17}, static_cast<float>(t + 1));
      auto total = gpu::zeros<float>({17});
      for (int i = 0; i < rounds; ++i) {
        if (i % 2 == 0)
          total = total + step;
        else
          total += step;
      }
      totals[t] = total;
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < thread_count; ++t)
    EXPECT_EQ(values(totals[t]), std::vector<float>(17, rounds * static_cast<float>(t + 1)));
}

INSTANTIATE_TEST_SUITE_P(devices, many_threads, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
