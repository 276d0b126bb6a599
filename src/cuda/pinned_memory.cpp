// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/pinned_memory.hpp"

#include <bit>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>

#include "core/fork.hpp"
#include "cuda/backend.hpp"
#include "cuda/staging.hpp"

namespace gpu {
namespace {

constexpr std::size_t page = 4096;

std::size_t piece_bytes(std::size_t bytes) {
  return std::bit_ceil(bytes < page ? page : bytes);
}

/// Never destroyed: it may be used until the very end.
class pinned_pool {
 public:
  void* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    ++figures_.allocations;
    auto& kept = kept_[bytes];
    void* memory = nullptr;
    if (!kept.empty()) {
      memory = kept.back();
      kept.pop_back();
    } else {
      memory = backend::allocate_pinned(bytes);
      if (memory != nullptr) figures_.held_bytes += bytes;
    }
    if (memory != nullptr) figures_.used_bytes += bytes;
    return memory;
  }

  void give_back(void* memory, std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    figures_.used_bytes -= bytes;
    try {
      kept_[bytes].push_back(memory);
    } catch (const std::bad_alloc&) {
      figures_.held_bytes -= bytes;
      backend::free_pinned(memory);
    }
  }

  void trim() {
    const std::lock_guard lock(mutex_);
    for (auto& [bytes, pieces] : kept_) {
      for (void* memory : pieces) backend::free_pinned(memory);
      figures_.held_bytes -= bytes * pieces.size();
    }
    kept_.clear();
  }

  pinned_statistics statistics() {
    const std::lock_guard lock(mutex_);
    return figures_;
  }

 private:
  detail::fork_safe<std::mutex> mutex_;
  std::map<std::size_t, std::vector<void*>> kept_;
  pinned_statistics figures_;
};

pinned_pool& pool() {
  static auto& only = *new pinned_pool;
  return only;
}

}  // namespace

pinned_memory::pinned_memory(std::size_t size_bytes) : size_bytes_(size_bytes) {
  require(get_device(0));
  if (size_bytes == 0) return;
  const bool possible = size_bytes <= static_cast<std::size_t>(-1) / 4;
  data_ = possible ? pool().take(piece_bytes(size_bytes)) : nullptr;
  if (data_ == nullptr) {
    trim_pinned_memory();
    data_ = possible ? pool().take(piece_bytes(size_bytes)) : nullptr;
  }
  if (data_ == nullptr)
    throw out_of_memory("the host (pinned)", size_bytes, pool().statistics().used_bytes, 0,
                        memory_info(cpu()).free_bytes);
}

pinned_memory::pinned_memory(pinned_memory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_bytes_(std::exchange(other.size_bytes_, 0)) {}

pinned_memory& pinned_memory::operator=(pinned_memory&& other) noexcept {
  pinned_memory taken(std::move(other));
  std::swap(data_, taken.data_);
  std::swap(size_bytes_, taken.size_bytes_);
  return *this;
}

pinned_memory::~pinned_memory() {
  if (data_ != nullptr) pool().give_back(data_, piece_bytes(size_bytes_));
}

pinned_statistics pinned_memory_statistics() {
  return pool().statistics();
}

void trim_pinned_memory() {
  detail::trim_staging();
  pool().trim();
}

}  // namespace gpu
