// SPDX-License-Identifier: BSD-3-Clause
// Host memory that GPUs reach directly: copies from and to it run at the full speed of the bus.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu {

/// Pinned host memory from the pool; goes back to it with this object.
class pinned_memory {
 public:
  pinned_memory() noexcept = default;
  /// @throws library_not_found, cuda_error  if there is no GPU, or no memory can be pinned
  explicit pinned_memory(std::size_t size_bytes);
  pinned_memory(pinned_memory&& other) noexcept;
  pinned_memory& operator=(pinned_memory&& other) noexcept;
  ~pinned_memory();

  [[nodiscard]] void* data() const& noexcept { return data_; }
  /// Not of a temporary, which gives the memory back.
  void* data() const&& = delete;
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t size_bytes_ = 0;
};

struct pinned_statistics {
  std::size_t used_bytes = 0;
  std::size_t held_bytes = 0;
  std::uint64_t allocations = 0;
};

[[nodiscard]] pinned_statistics pinned_memory_statistics();

/// Unpins what is kept for later.
void trim_pinned_memory();

}  // namespace gpu
