// SPDX-License-Identifier: BSD-3-Clause
#include "core/fork.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace gpu::detail {
namespace {

/// All locks there are. Never destroyed: some live as long as the process.
struct lock_list {
  std::mutex mutex;
  std::vector<held_at_fork*> locks;

  /// All or none.
  bool try_hold_all() noexcept {
    std::size_t held = 0;
    while (held < locks.size() && locks[held]->try_hold()) ++held;
    if (held == locks.size()) return true;
    while (held > 0) locks[--held]->let_go();
    return false;
  }
};

lock_list& all_locks() {
  static auto& all = *new lock_list;
  return all;
}

/// Lets go of everything while it waits: threads take the locks in orders of their own.
void before_fork() {
  lock_list& all = all_locks();
  for (;;) {
    all.mutex.lock();
    if (all.try_hold_all()) return;
    all.mutex.unlock();
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

void after_fork() {
  lock_list& all = all_locks();
  for (held_at_fork* const lock : all.locks) lock->let_go();
  all.mutex.unlock();
}

void after_fork_in_child() {
  forks_so_far.fetch_add(1, std::memory_order_relaxed);
  lock_list& all = all_locks();
  for (held_at_fork* const lock : all.locks) lock->renew();
  all.mutex.unlock();
}

[[maybe_unused]] const int installed =
    ::pthread_atfork(&before_fork, &after_fork, &after_fork_in_child);

}  // namespace

held_at_fork::held_at_fork() {
  lock_list& all = all_locks();
  const std::lock_guard lock(all.mutex);
  all.locks.push_back(this);
}

held_at_fork::~held_at_fork() {
  lock_list& all = all_locks();
  const std::lock_guard lock(all.mutex);
  std::erase(all.locks, this);
}

}  // namespace gpu::detail
