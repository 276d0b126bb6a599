// SPDX-License-Identifier: BSD-3-Clause
#include "execute/evaluating_threads.hpp"

#include <atomic>

#include "core/per_thread.hpp"

namespace gpu::execute {
namespace {

// Sequentially consistent, as are the fences: a thread that begins reads results after it has been
// counted, one that asks has written its own before it reads the count. One of them sees the other.
constinit std::atomic<int> evaluating_threads{0};

struct evaluating_thread {
  evaluating_thread() {
    ++evaluating_threads;
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  ~evaluating_thread() { --evaluating_threads; }
};

}  // namespace

void begin_evaluating() {
  static_cast<void>(gpu::detail::per_thread<evaluating_thread>::get());
}

bool is_only_evaluating_thread() {
  begin_evaluating();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return evaluating_threads == 1;
}

}  // namespace gpu::execute
