// SPDX-License-Identifier: BSD-3-Clause
// Children of `fork`: they compute on `cpu()`, whatever the other threads of their parent did, and
// are told that they cannot use the parent's GPUs.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>
#include <gpu/execute/threads.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::test::message_of;
using gpu::test::values;

/// The status of a child that does `act`, which returns whether all was well.
template <class Act>
int status_of_child(const Act& act) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::_exit(act() ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

/// Small and large arrays, expressions, and a kernel that is the work of a compiler.
bool computes(int seed) {
  const auto number = static_cast<float>(seed);
  const gpu::ndarray<float> x = gpu::array<float>({1, 2, 3}, gpu::cpu());
  const gpu::ndarray<float> y = x * number + 1.0F;
  const gpu::ndarray<double> large = gpu::ones<double>({200000}, gpu::cpu()) * 2.0;
  return values(y) == std::vector<float>{number + 1, 2 * number + 1, 3 * number + 1} &&
         gpu::sum(large).item() == 400000;
}

// ThreadSanitizer knows no children of processes with threads; in those of AddressSanitizer a lock
// of its allocator stays locked that another thread of the parent held.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

/// Compiled once for each `number`.
bool compiles(int number) {
  const gpu::elementwise_kernel power(
      "T x", "T y", gpu::text_of("y = 1; for (int k = 0; k < ", number, "; ++k) y *= x"), "power");
  float expected = 1;
  for (int k = 0; k < number; ++k) expected *= 2;
  const gpu::ndarray<float> x = gpu::array<float>({1, 2}, gpu::cpu());
  return values(gpu::ndarray<float>(power(x))) == std::vector<float>{1, expected};
}

TEST(fork, children_compute_while_threads_of_the_parent_do) {
  // What a thread makes for the first time while another forks, C++ never finishes in the child.
  ASSERT_TRUE(computes(0));
  const int threads_before = gpu::num_threads();
  gpu::set_num_threads(3);
  std::atomic<bool> stop{false};
  std::vector<std::thread> others;
  for (int k = 0; k < 3; ++k)
    others.emplace_back([&stop, k] {
      while (!stop) EXPECT_TRUE(computes(k));
    });
  for (int round = 0; round < 100; ++round)
    EXPECT_EQ(status_of_child([&] { return computes(round); }), 0);
  stop = true;
  for (std::thread& other : others) other.join();
  gpu::set_num_threads(threads_before);
}

TEST(fork, a_child_compiles_what_a_thread_of_the_parent_was_compiling) {
  ASSERT_TRUE(compiles(1));
  std::atomic<int> begun{0};
  std::thread other([&begun] {
    for (int number = 2; number < 6; ++number) {
      begun = number;
      EXPECT_TRUE(compiles(number));
    }
  });
  for (int number = 2; number < 6; ++number) {
    while (begun < number) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // the compiler takes longer
    EXPECT_EQ(status_of_child([&] { return compiles(number); }), 0);
  }
  other.join();
}

#endif

class fork_with : public gpu::test::on_device {};

TEST_P(fork_with, a_child_computes_on_the_cpu_but_not_on_the_gpu_of_its_parent) {
  const gpu::device where = GetParam();
  gpu::ndarray<float> x = gpu::array<float>({1, 2, 3}, where);
  EXPECT_EQ(values(gpu::ndarray<float>(x * 2.0F)), (std::vector<float>{2, 4, 6}));
  const int status = status_of_child([&] {
    bool right = computes(5);
    if (where.is_gpu()) {
      const auto use = [&] { return values(gpu::ndarray<float>(x * 2.0F)); };
      const auto make = [&] { return values(gpu::ones<float>({3}, where)); };
      for (const std::string& message :
           {message_of<gpu::cuda_error>(use), message_of<gpu::cuda_error>(make)})
        right = right && message.find("was forked") != std::string::npos;
    }
    x = gpu::ndarray<float>();  // lets go of the memory, or of nothing
    return right;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(values(gpu::ndarray<float>(x * 2.0F)), (std::vector<float>{2, 4, 6}));
}

INSTANTIATE_TEST_SUITE_P(, fork_with, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
