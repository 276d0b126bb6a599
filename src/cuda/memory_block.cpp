// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/memory_block.hpp>

#include <utility>

#include "cuda/block_arena.hpp"
#include "cuda/block_uses.hpp"
#include "cuda/capture.hpp"

namespace gpu {
namespace {

/// Whether work of `stream` may use the block without further ado. During a capture its graph is to
/// hold the block.
bool is_in_order(stream_ref home, bool used_elsewhere, stream_ref stream) noexcept {
  return stream == home && !used_elsewhere &&
         detail::open_captures.load(std::memory_order_relaxed) == 0;
}

}  // namespace

memory_block::memory_block() noexcept = default;
memory_block::~memory_block() = default;

ref_ptr<memory_block> memory_block::allocate(gpu::device device, std::size_t size_bytes) {
  detail::thread_state& state = detail::this_thread_state();
  detail::stream_slot& slot = detail::slot_of(state, device);
  if (size_bytes == 0) {
    require(device);
    return adopt(device, nullptr, 0, {slot.stream, device}, nullptr);
  }
  if (detail::is_capturing({slot.stream, device})) [[unlikely]]
    return detail::block_uses::allocate_captured({slot.stream, device}, size_bytes);
  if (slot.arena == nullptr) slot.arena = &detail::store_of(device).arena({slot.stream, device});
  return ref_ptr<memory_block>::first(slot.arena->allocate(size_bytes, detail::this_stripe(state)));
}

ref_ptr<memory_block> memory_block::adopt(gpu::device device, void* data, std::size_t size_bytes,
                                          stream_ref home, std::function<void()> deleter,
                                          bool read_only) {
  if (home.device() != device) throw device_mismatch(device, home.device());
  memory_block* block = detail::take_block_object();
  block->data_ = data;
  block->size_bytes_ = size_bytes;
  block->capacity_ = 0;
  block->home_ = home;
  block->size_class_ = -1;
  block->arena_ = nullptr;
  block->is_read_only_ = read_only;
  block->deleter_ = std::move(deleter);
  return ref_ptr(block);
}

void memory_block::destroy(memory_block* block) noexcept {
  const bool is_freed_by_stream =
      block->size_class_ < 0 && block->arena_ != nullptr && block->home_.get() != nullptr;
  if (is_freed_by_stream || block->used_elsewhere_.load(std::memory_order_acquire) ||
      detail::open_captures.load(std::memory_order_relaxed) != 0)
    if (!detail::block_uses::end(*block)) return;
  if (block->arena_ != nullptr) {
    block->arena_->free(block, detail::this_stripe(detail::this_thread_state()));
    return;
  }
  if (block->deleter_) std::exchange(block->deleter_, nullptr)();
  block->data_ = nullptr;
  block->is_read_only_ = false;
  detail::give_back_block_object(block);
}

void order_before_read(memory_block& block, stream_ref stream) {
  if (is_in_order(block.home_, block.used_elsewhere_.load(std::memory_order_acquire), stream))
    return;
  detail::block_uses::order(block, stream, false);
}

void order_before_write(memory_block& block, stream_ref stream) {
  if (is_in_order(block.home_, block.used_elsewhere_.load(std::memory_order_acquire), stream))
    return;
  detail::block_uses::order(block, stream, true);
}

}  // namespace gpu
