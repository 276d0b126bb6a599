// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/thread_pool.hpp"

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>
#include <gpu/execute/threads.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/environment.hpp"

#ifdef __unix__
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace gpu::execute {
namespace {

class thread_pool : public ::testing::Test {
 protected:
  void SetUp() override { set_num_threads(4); }
  void TearDown() override { set_num_threads(before_); }

 private:
  const int before_ = num_threads();
};

/// Calls per element of [0, count), which must be one each.
std::vector<int> visits(std::ptrdiff_t count, std::ptrdiff_t grain_size) {
  std::vector<int> result(static_cast<std::size_t>(count), 0);
  parallel_for(count, grain_size, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    EXPECT_LE(last - first, grain_size);
    for (; first < last; ++first) ++result[static_cast<std::size_t>(first)];
  });
  return result;
}

TEST_F(thread_pool, every_element_is_visited_once) {
  for (const std::ptrdiff_t count : {0, 1, 7, 1000, 4096, 100001})
    for (const std::ptrdiff_t grain_size : {1, 3, 1000})
      EXPECT_EQ(visits(count, grain_size), std::vector<int>(static_cast<std::size_t>(count), 1));
}

TEST_F(thread_pool, other_threads_take_part) {
  std::atomic<int> inside{0};
  parallel_for(2, 1, [&](std::ptrdiff_t, std::ptrdiff_t) {
    ++inside;
    while (inside < 2) std::this_thread::yield();
  });
  EXPECT_EQ(inside, 2);
}

TEST_F(thread_pool, a_failure_reaches_the_caller_and_the_pool_works_on) {
  for (const std::ptrdiff_t bad : {0, 17, 999}) {
    EXPECT_THROW(parallel_for(1000, 1,
                              [&](std::ptrdiff_t first, std::ptrdiff_t) {
                                if (first == bad) throw std::runtime_error("bad");
                              }),
                 std::runtime_error);
    EXPECT_EQ(visits(100, 1), std::vector<int>(100, 1));
  }
}

TEST_F(thread_pool, calls_may_be_nested) {
  std::atomic<int> sum{0};
  parallel_for(8, 1, [&](std::ptrdiff_t, std::ptrdiff_t) {
    parallel_for(100, 7, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      sum += static_cast<int>(last - first);
    });
  });
  EXPECT_EQ(sum, 800);
}

TEST_F(thread_pool, several_threads_call_at_once) {
  std::vector<std::thread> users;
  for (int i = 0; i < 6; ++i)
    users.emplace_back([] {
      for (int round = 0; round < 50; ++round) EXPECT_EQ(visits(500, 3), std::vector<int>(500, 1));
    });
  for (std::thread& user : users) user.join();
}

TEST_F(thread_pool, the_number_of_threads_is_positive) {
  EXPECT_EQ(num_threads(), 4);
  EXPECT_THROW(set_num_threads(0), value_error);
  EXPECT_THROW(set_num_threads(-1), value_error);
  EXPECT_THROW(set_num_threads(max_threads + 1), value_error);
  EXPECT_EQ(num_threads(), 4);
}

/// Ends with 42 if the variable is refused, else with the number of threads.
[[noreturn]] void end_with_the_number_of_threads() {
  try {
    std::exit(num_threads());
  } catch (const value_error& e) {
    std::fputs(e.what(), stderr);
    std::exit(42);
  }
}

TEST(thread_pool_death_test, takes_the_number_of_threads_from_the_environment) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const test::environment_guard three("GPU_NDARRAY_NUM_THREADS", "3");
  EXPECT_EXIT(end_with_the_number_of_threads(), testing::ExitedWithCode(3), "");
}

TEST(thread_pool_death_test, refuses_an_environment_that_asks_for_something_else) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const char* text : {"99999", "0", "-1", "4K", "four"}) {
    const test::environment_guard wrong("GPU_NDARRAY_NUM_THREADS", text);
    EXPECT_EXIT(end_with_the_number_of_threads(), testing::ExitedWithCode(42),
                "GPU_NDARRAY_NUM_THREADS is .*: must be a number from 1 to 4096");
  }
}

// The sanitizers would miss the threads that only the parent has.
#if defined(__unix__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
TEST_F(thread_pool, a_forked_child_has_threads_of_its_own_and_ends) {
  EXPECT_EQ(visits(100, 1), std::vector<int>(100, 1));
  const pid_t child = fork();
  if (child == 0) std::exit(visits(1000, 1) == std::vector<int>(1000, 1) ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}
#endif

}  // namespace
}  // namespace gpu::execute
