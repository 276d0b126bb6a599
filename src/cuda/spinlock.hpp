// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <thread>

namespace gpu::detail {

/// For sections of a few instructions: a lock and its release cost one atomic exchange.
class spinlock {
 public:
  void lock() noexcept {
    for (int tries = 0; taken_.exchange(true, std::memory_order_acquire); ++tries)
      while (taken_.load(std::memory_order_relaxed))
        if (++tries > 64) std::this_thread::yield();
  }
  bool try_lock() noexcept { return !taken_.exchange(true, std::memory_order_acquire); }
  void unlock() noexcept { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

}  // namespace gpu::detail
