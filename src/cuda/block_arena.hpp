// SPDX-License-Identifier: BSD-3-Clause
// Where memory blocks come from. A store is the pool of one device; in it each stream has an arena,
// so that a freed block is found again only by work that comes after its last use; in each arena
// every few threads have a stripe of their own, so that they seldom wait for each other.
#pragma once

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/memory_pool.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/fork.hpp"
#include "cuda/backend.hpp"
#include "cuda/host_memory.hpp"
#include "cuda/size_class.hpp"
#include "cuda/spinlock.hpp"
#include "cuda/thread_state.hpp"

namespace gpu::detail {

inline constexpr std::size_t stripes = 8;

/// The stripe that this thread uses.
[[nodiscard]] std::size_t this_stripe(thread_state& state) noexcept;

/// Blocks linked through `next_`, last in, first out. Also a free list of block objects.
class block_list {
 public:
  [[nodiscard]] bool empty() const noexcept {
    return head_.load(std::memory_order_relaxed) == nullptr;
  }
  void push(memory_block* block) noexcept;
  [[nodiscard]] memory_block* pop() noexcept;

 private:
  std::atomic<memory_block*> head_{nullptr};  // atomic for `empty` without the lock
};

/// A block object without memory; new, or used before.
[[nodiscard]] memory_block* take_block_object();
void give_back_block_object(memory_block* block) noexcept;

/// The pool of one device.
class block_store {
 public:
  /// @param keeps_freed  whether freed memory is kept for the next block of its size
  block_store(device device, std::size_t limit, bool keeps_freed);

  [[nodiscard]] device where() const noexcept { return device_; }
  [[nodiscard]] bool keeps_freed() const noexcept { return keeps_freed_; }
  [[nodiscard]] block_arena& arena(stream_ref stream);

  /// Memory for a block of exactly so many bytes, within the limit; trims and retries if need be.
  [[nodiscard]] void* take(std::size_t bytes, stream_ref stream);
  void give_back(void* memory, std::size_t bytes, stream_ref stream) noexcept;

  void count_used(std::size_t bytes) noexcept;
  void count_unused(std::size_t bytes) noexcept {
    used_.fetch_sub(bytes, std::memory_order_relaxed);
  }

  [[nodiscard]] pool_statistics statistics();
  void reset_peak() noexcept { peak_.store(used_.load()); }
  void set_limit(std::size_t bytes) noexcept { limit_.store(bytes); }
  [[nodiscard]] std::size_t limit() const noexcept { return limit_.load(); }
  void trim();

 private:
  [[nodiscard]] void* try_take(std::size_t bytes, stream_ref stream);
  void synchronize();

  device device_;
  bool keeps_freed_;
  backend::pool* pool_ = nullptr;
  host_memory host_;
  fork_safe<std::mutex> mutex_;
  std::vector<std::unique_ptr<block_arena>> arenas_;
  std::atomic<std::size_t> limit_{0};
  std::atomic<std::uint64_t> kept_hits_{0};
  alignas(64) std::atomic<std::size_t> taken_{0};  // used, or in an arena
  alignas(64) std::atomic<std::size_t> used_{0};
  std::atomic<std::size_t> peak_{0};
};

/// The blocks of one stream.
class block_arena {
 public:
  block_arena(block_store& store, stream_ref home) : store_(store), home_(home) {}

  /// A block with memory, ready for work enqueued on the home stream from now on.
  [[nodiscard]] memory_block* allocate(std::size_t size_bytes, std::size_t stripe);
  void free(memory_block* block, std::size_t stripe) noexcept;

  [[nodiscard]] static memory_block* new_object();
  [[nodiscard]] stream_ref home() const noexcept { return home_; }
  [[nodiscard]] block_store& store() const noexcept { return store_; }
  void add_counts(pool_statistics& sum);
  /// Gives the memory of all freed blocks back to the store, unless the home stream is being
  /// captured.
  void trim() noexcept;

 private:
  struct alignas(64) stripe_state {
    fork_safe<spinlock> lock;
    std::uint64_t allocations = 0;
    std::uint64_t hits = 0;
    std::array<block_list, size_classes> freed;
    std::array<block_list, kept_sizes> freed_large;
    std::size_t kept_bytes = 0;  ///< of `freed_large`
  };

  /// Where a freed large block of so many bytes is kept; null: nowhere.
  [[nodiscard]] block_list* list_of_large(stripe_state& stripe,
                                          std::size_t capacity) const noexcept;
  [[nodiscard]] bool keeps_large(memory_block* block, stripe_state& stripe) noexcept;
  [[nodiscard]] memory_block* allocate_large(std::size_t size_bytes, std::size_t stripe);
  [[nodiscard]] memory_block* take_from(stripe_state& stripe, int size_class) noexcept;
  [[nodiscard]] memory_block* make(std::size_t size_bytes, std::size_t capacity, int size_class);
  void give_back(memory_block* block) noexcept;
  void give_back_all(stripe_state& stripe, block_list& freed) noexcept;
  void clear_rest(void* data, std::size_t size_bytes, std::size_t capacity) const;

  block_store& store_;
  stream_ref home_;
  std::array<stripe_state, stripes> stripes_;
};

/// The pool of a device, made at first use.
///
/// @throws as `device::use`
[[nodiscard]] block_store& store_of(device device);
/// The same if it was ever used, else null.
[[nodiscard]] block_store* existing_store_of(device device) noexcept;

}  // namespace gpu::detail
