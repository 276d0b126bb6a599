// SPDX-License-Identifier: BSD-3-Clause
#include "jit/single_flight.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace gpu::detail {
namespace {

const code_key key{1, 2};

TEST(single_flight, makes_a_value_once) {
  single_flight<int> values;
  EXPECT_FALSE(values.contains(key));
  EXPECT_EQ(values.get(key, [] { return 1; }), 1);
  EXPECT_EQ(values.get(key, [] { return 2; }), 1);
  EXPECT_TRUE(values.contains(key));
  values.clear();
  EXPECT_EQ(values.get(key, [] { return 3; }), 3);
}

TEST(single_flight, makes_a_value_anew_after_a_failure) {
  single_flight<int> values;
  EXPECT_THROW(values.get(key, []() -> int { throw std::runtime_error("no"); }),
               std::runtime_error);
  EXPECT_EQ(values.get(key, [] { return 4; }), 4);
}

#ifndef __SANITIZE_THREAD__  // it knows no children of processes with threads
TEST(single_flight, a_forked_child_waits_for_no_thread_of_its_parent) {
  single_flight<int> values;
  const code_key finished{3, 4};
  EXPECT_EQ(values.get(finished, [] { return 5; }), 5);
  std::atomic<bool> is_making{false};
  std::atomic<bool> may_end{false};
  std::thread maker([&] {
    values.get(key, [&] {
      is_making = true;
      while (!may_end) std::this_thread::yield();
      return 6;
    });
  });
  while (!is_making) std::this_thread::yield();
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    const bool is_absent = !values.contains(key);
    const bool is_made = values.get(key, [] { return 7; }) == 7;
    const bool is_kept = values.get(key, [] { return 8; }) == 7 && values.contains(key);
    const bool is_known = values.get(finished, [] { return 9; }) == 5;
    ::_exit(is_absent && is_made && is_kept && is_known ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  may_end = true;
  maker.join();
  EXPECT_EQ(values.get(key, [] { return 9; }), 6);
}
#endif

}  // namespace
}  // namespace gpu::detail
