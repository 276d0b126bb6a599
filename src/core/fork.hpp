// SPDX-License-Identifier: BSD-3-Clause
// What a child of `fork` needs: it has one thread, and locks that others held stay locked.
#pragma once

#include <atomic>
#include <memory>

namespace gpu::detail {

inline constinit std::atomic<unsigned> forks_so_far{0};

/// How often this process was forked off since the library was loaded.
[[nodiscard]] inline unsigned fork_depth() noexcept {
  return forks_so_far.load(std::memory_order_relaxed);
}

/// What a thread that forks holds meanwhile.
class held_at_fork {
 public:
  held_at_fork(const held_at_fork&) = delete;
  held_at_fork& operator=(const held_at_fork&) = delete;

  virtual bool try_hold() noexcept = 0;
  virtual void let_go() noexcept = 0;
  /// In the child: a lock may not be unlocked there that remembers the thread of the parent.
  virtual void renew() noexcept = 0;

 protected:
  held_at_fork();
  ~held_at_fork();
};

/// A lock that a forked child finds free, and what it guards complete. May be taken in any order,
/// by a thread that does not fork meanwhile.
template <class Mutex>
class fork_safe final : public Mutex, held_at_fork {
 private:
  bool try_hold() noexcept override { return Mutex::try_lock(); }
  void let_go() noexcept override { Mutex::unlock(); }
  void renew() noexcept override {
    auto* const mutex = static_cast<Mutex*>(this);
    std::destroy_at(mutex);
    std::construct_at(mutex);
  }
};

}  // namespace gpu::detail
