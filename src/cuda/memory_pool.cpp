// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/memory_pool.hpp>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>

#include "core/environment.hpp"
#include "cuda/block_arena.hpp"
#include "cuda/capture.hpp"

namespace gpu {
namespace detail {
namespace {

/// Never destroyed: arrays may end after everything else.
std::array<std::atomic<block_store*>, max_devices + 1>& stores() noexcept {
  static auto& all = *new std::array<std::atomic<block_store*>, max_devices + 1>{};
  return all;
}

}  // namespace

block_store* existing_store_of(device device) noexcept {
  if (device.ordinal() >= max_devices) return nullptr;
  return stores()[static_cast<std::size_t>(device.ordinal() + 1)].load(std::memory_order_acquire);
}

block_store& store_of(device device) {
  if (block_store* store = existing_store_of(device); store != nullptr) return *store;
  require(device);
  static auto& mutex = *new fork_safe<std::mutex>;
  const std::lock_guard lock(mutex);
  auto& place = stores()[static_cast<std::size_t>(device.ordinal() + 1)];
  if (place.load() == nullptr) {
    const std::size_t limit = environment_bytes("GPU_NDARRAY_MEMORY_LIMIT", 0);
    const bool keeps_freed = environment_flag("GPU_NDARRAY_MEMORY_CACHE", true);
    place.store(new block_store(device, limit, keeps_freed), std::memory_order_release);
  }
  return *place.load();
}

block_store::block_store(device device, std::size_t limit, bool keeps_freed)
    : device_(device),
      keeps_freed_(keeps_freed),
      pool_(device.is_gpu() ? backend::create_pool(device.ordinal()) : nullptr),
      host_(keeps_freed),
      limit_(limit) {}

block_arena& block_store::arena(stream_ref stream) {
  const std::lock_guard lock(mutex_);
  for (const auto& arena : arenas_)
    if (arena->home() == stream) return *arena;
  return *arenas_.emplace_back(std::make_unique<block_arena>(*this, stream));
}

void block_store::count_used(std::size_t bytes) noexcept {
  const std::size_t used = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::size_t peak = peak_.load(std::memory_order_relaxed);
  while (used > peak && !peak_.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
  }
}

void* block_store::try_take(std::size_t bytes, stream_ref stream) {
  const std::size_t limit = limit_.load(std::memory_order_relaxed);
  const std::size_t before = taken_.fetch_add(bytes, std::memory_order_relaxed);
  void* memory = nullptr;
  if (limit == 0 || (bytes <= limit && before <= limit - bytes)) {
    memory = device_.is_cpu() ? host_.allocate(bytes) : backend::allocate(pool_, bytes, stream);
    if (device_.is_cpu() && host_memory::last_was_kept()) kept_hits_.fetch_add(1);
  }
  if (memory == nullptr) taken_.fetch_sub(bytes, std::memory_order_relaxed);
  return memory;
}

void* block_store::take(std::size_t bytes, stream_ref stream) {
  release_ended_graphs();
  if (void* memory = try_take(bytes, stream); memory != nullptr) return memory;
  trim();
  if (void* memory = try_take(bytes, stream); memory != nullptr) return memory;
  throw out_of_memory(text_of(device_), bytes, used_.load(), limit_.load(),
                      memory_info(device_).free_bytes);
}

void block_store::give_back(void* memory, std::size_t bytes, stream_ref stream) noexcept {
  taken_.fetch_sub(bytes, std::memory_order_relaxed);
  if (device_.is_cpu())
    host_.free(memory, bytes);
  else
    backend::free(memory, stream);
}

pool_statistics block_store::statistics() {
  release_ended_graphs();
  pool_statistics sum;
  sum.used_bytes = used_.load();
  sum.peak_bytes = peak_.load();
  sum.held_bytes =
      device_.is_cpu() ? taken_.load() + host_.kept_bytes() : backend::held_bytes(pool_);
  sum.cache_hits = kept_hits_.load();
  const std::lock_guard lock(mutex_);
  for (const auto& arena : arenas_) arena->add_counts(sum);
  return sum;
}

/// While a stream is being captured its device cannot be waited for, only other streams.
void block_store::synchronize() {
  if (!forbids_device_wait(device_)) return backend::synchronize_device(device_.ordinal());
  const std::lock_guard lock(mutex_);
  for (const auto& arena : arenas_)
    if (!backend::is_capturing(arena->home())) backend::synchronize(arena->home());
}

void block_store::trim() {
  release_ended_graphs();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& arena : arenas_) arena->trim();
  }
  if (device_.is_cpu()) {
    host_.trim();
    return;
  }
  synchronize();
  backend::trim(pool_);
}

}  // namespace detail

namespace memory_pool {

pool_statistics statistics(device device) {
  require(device);
  detail::block_store* store = detail::existing_store_of(device);
  return store == nullptr ? pool_statistics{} : store->statistics();
}

void reset_peak(device device) {
  detail::store_of(device).reset_peak();
}
void set_limit(device device, std::size_t bytes) {
  detail::store_of(device).set_limit(bytes);
}
std::size_t limit(device device) {
  return detail::store_of(device).limit();
}

void trim(device device) {
  require(device);
  if (detail::block_store* store = detail::existing_store_of(device); store != nullptr)
    store->trim();
}

}  // namespace memory_pool
}  // namespace gpu
