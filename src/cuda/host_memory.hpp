// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "core/fork.hpp"

namespace gpu::detail {

/// Host memory for the pool of `cpu()`, of the pool's own sizes. Large pieces are kept when freed:
/// the system would have to clear their pages once more.
class host_memory {
 public:
  /// @param keeps_freed  whether any are kept
  explicit host_memory(bool keeps_freed);

  /// Null if the system has too little memory.
  [[nodiscard]] void* allocate(std::size_t bytes);
  void free(void* memory, std::size_t bytes) noexcept;
  /// Gives back what is kept.
  void trim() noexcept;
  [[nodiscard]] std::size_t kept_bytes() noexcept;
  /// Whether the last `allocate` of this thread was served from what was kept.
  [[nodiscard]] static bool last_was_kept() noexcept;

 private:
  fork_safe<std::mutex> mutex_;
  std::map<std::size_t, std::vector<void*>> kept_;
  std::size_t kept_bytes_ = 0;
  std::size_t max_kept_bytes_;
};

}  // namespace gpu::detail
