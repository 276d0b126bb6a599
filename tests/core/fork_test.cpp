// SPDX-License-Identifier: BSD-3-Clause
#include "core/fork.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace gpu::detail {
namespace {

template <class Act>
int status_of_child(const Act& act) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(act() ? 0 : 1);
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

#ifndef __SANITIZE_THREAD__  // it knows no children of processes with threads
TEST(fork_safe, is_free_in_a_child_and_what_it_guards_complete) {
  fork_safe<std::mutex> mutex;
  std::atomic<bool> is_held{false};
  int first = 0;
  int second = 0;
  std::thread holder([&] {
    const std::lock_guard lock(mutex);
    first = 1;
    is_held = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    second = 1;
  });
  while (!is_held) std::this_thread::yield();
  EXPECT_EQ(status_of_child([&] { return mutex.try_lock() && first == 1 && second == 1; }), 0);
  holder.join();
  ASSERT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TEST(fork_safe, may_be_taken_in_any_order) {
  fork_safe<std::mutex> a;
  fork_safe<std::mutex> b;
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop) {
      const std::lock_guard outer(b);
      const fork_safe<std::mutex> made;  // the list of all locks is taken last
      const std::lock_guard inner(a);
    }
  });
  for (int round = 0; round < 50; ++round)
    EXPECT_EQ(status_of_child([&] { return a.try_lock() && b.try_lock(); }), 0);
  stop = true;
  other.join();
}
#endif

TEST(fork_safe, may_be_shared_in_a_child) {
  fork_safe<std::shared_mutex> mutex;
  EXPECT_EQ(status_of_child([&] {
              const bool shared = mutex.try_lock_shared() && mutex.try_lock_shared();
              mutex.unlock_shared();
              mutex.unlock_shared();
              return shared && mutex.try_lock();
            }),
            0);
  ASSERT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TEST(fork_depth, counts_the_forks_above_a_process) {
  const unsigned here = fork_depth();
  const int status = status_of_child([here] {
    return fork_depth() == here + 1 &&
           status_of_child([here] { return fork_depth() == here + 2; }) == 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(fork_depth(), here);
}

}  // namespace
}  // namespace gpu::detail
