// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/memory_block.hpp>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "cuda/block_arena.hpp"

namespace gpu {
namespace detail {

/// The streams beside its home that have used a block since the home stream last waited for them.
struct block_uses {
  struct use {
    stream_ref stream;
    bool wrote;
  };
  std::vector<use> uses;

  void add(stream_ref stream, bool wrote) {
    const auto found =
        std::find_if(uses.begin(), uses.end(), [&](const use& u) { return u.stream == stream; });
    if (found == uses.end())
      uses.push_back({stream, wrote});
    else
      found->wrote = found->wrote || wrote;
  }

  /// Enqueued on `stream` from now on comes after the uses that match.
  static void order(memory_block& block, stream_ref stream, bool writes);
};

namespace {

/// Guards the `uses_` of every block: they are seldom needed, and then CUDA calls cost far more.
fork_safe<std::mutex>& uses_mutex() noexcept {
  static auto& mutex = *new fork_safe<std::mutex>;
  return mutex;
}

/// Events for a moment, by device. An event may be recorded anew as soon as a stream waits for it.
class spare_events {
 public:
  event_handle take(int device) {
    {
      const std::lock_guard lock(mutex_);
      auto& kept = kept_[static_cast<std::size_t>(device)];
      if (!kept.empty()) {
        const event_handle event = kept.back();
        kept.pop_back();
        return event;
      }
    }
    return backend::create_event(device, false);
  }
  void give_back(int device, event_handle event) {
    const std::lock_guard lock(mutex_);
    kept_[static_cast<std::size_t>(device)].push_back(event);
  }

 private:
  fork_safe<std::mutex> mutex_;
  std::array<std::vector<event_handle>, max_devices> kept_;
};

}  // namespace

void order_streams(stream_ref later, stream_ref earlier) {
  if (later == earlier || earlier.device().is_cpu()) return;
  if (later.device().is_cpu()) return backend::synchronize(earlier);
  static auto& events = *new spare_events;
  const int device = earlier.device().ordinal();
  const event_handle event = events.take(device);
  backend::record(event, earlier);
  backend::wait(later, event);
  events.give_back(device, event);
}

void block_uses::order(memory_block& block, stream_ref stream, bool writes) {
  const std::lock_guard lock(uses_mutex());
  const bool at_home = stream == block.home_;
  if (!at_home) order_streams(stream, block.home_);
  if (block.uses_ == nullptr) block.uses_ = std::make_unique<block_uses>();
  auto& uses = block.uses_->uses;
  for (const use& u : uses)
    if (writes || u.wrote) order_streams(stream, u.stream);
  if (at_home)
    std::erase_if(uses, [&](const use& u) { return writes || u.wrote; });
  else
    block.uses_->add(stream, writes);
  block.used_elsewhere_.store(!uses.empty(), std::memory_order_release);
}

}  // namespace detail

memory_block::memory_block() noexcept = default;
memory_block::~memory_block() = default;

ref_ptr<memory_block> memory_block::allocate(gpu::device device, std::size_t size_bytes) {
  detail::thread_state& state = detail::this_thread_state();
  detail::stream_slot& slot = detail::slot_of(state, device);
  if (size_bytes == 0) {
    require(device);
    return adopt(device, nullptr, 0, {slot.stream, device}, nullptr);
  }
  if (slot.arena == nullptr) slot.arena = &detail::store_of(device).arena({slot.stream, device});
  return ref_ptr<memory_block>::first(slot.arena->allocate(size_bytes, detail::this_stripe(state)));
}

ref_ptr<memory_block> memory_block::adopt(gpu::device device, void* data, std::size_t size_bytes,
                                          stream_ref home, std::function<void()> deleter) {
  if (home.device() != device) throw device_mismatch(device, home.device());
  memory_block* block = detail::take_block_object();
  block->data_ = data;
  block->size_bytes_ = size_bytes;
  block->capacity_ = 0;
  block->home_ = home;
  block->size_class_ = -1;
  block->arena_ = nullptr;
  block->deleter_ = std::move(deleter);
  return ref_ptr(block);
}

void memory_block::destroy(memory_block* block) noexcept {
  if (block->used_elsewhere_.load(std::memory_order_acquire)) try {
      detail::block_uses::order(*block, block->home_, true);
    } catch (...) {  // the driver has shut down, or a stream has failed: nothing
                     // is left to order
      block->used_elsewhere_ = false;
      block->uses_->uses.clear();
    }
  if (block->arena_ != nullptr) {
    block->arena_->free(block, detail::this_stripe(detail::this_thread_state()));
    return;
  }
  if (block->deleter_) std::exchange(block->deleter_, nullptr)();
  block->data_ = nullptr;
  detail::give_back_block_object(block);
}

void order_before_read(memory_block& block, stream_ref stream) {
  if (stream == block.home_ && !block.used_elsewhere_.load(std::memory_order_acquire)) return;
  detail::block_uses::order(block, stream, false);
}

void order_before_write(memory_block& block, stream_ref stream) {
  if (stream == block.home_ && !block.used_elsewhere_.load(std::memory_order_acquire)) return;
  detail::block_uses::order(block, stream, true);
}

}  // namespace gpu
