// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/execute/threads.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/environment.hpp"

namespace gpu {
namespace {

std::atomic<int>& chosen_threads() {
  static std::atomic<int> count{[] {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return detail::environment_count("GPU_NDARRAY_NUM_THREADS", cores, max_threads);
  }()};
  return count;
}

}  // namespace

int num_threads() {
  return chosen_threads().load(std::memory_order_relaxed);
}

void set_num_threads(strict_integer count) {
  if (count < 1 || count > max_threads)
    throw value_error(
        text_of("set_num_threads(", std::ptrdiff_t{count}, "): must be from 1 to ", max_threads));
  chosen_threads().store(static_cast<int>(count), std::memory_order_relaxed);
}

}  // namespace gpu
