// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/block_arena.hpp"

#include <new>
#include <utility>

#include "cuda/capture.hpp"

namespace gpu::detail {
namespace {

struct alignas(64) object_stripe {
  fork_safe<spinlock> lock;
  block_list objects;
};

std::array<object_stripe, stripes>& object_stripes() noexcept {
  static auto& all = *new std::array<object_stripe, stripes>;
  return all;
}

}  // namespace

std::size_t this_stripe(thread_state& state) noexcept {
  static std::atomic<unsigned> threads{0};
  if (state.stripe < 0)
    state.stripe = static_cast<int>(threads.fetch_add(1, std::memory_order_relaxed) % stripes);
  return static_cast<std::size_t>(state.stripe);
}

void block_list::push(memory_block* block) noexcept {
  block->next_ = head_.load(std::memory_order_relaxed);
  head_.store(block, std::memory_order_relaxed);
}

memory_block* block_list::pop() noexcept {
  memory_block* block = head_.load(std::memory_order_relaxed);
  if (block != nullptr)
    head_.store(std::exchange(block->next_, nullptr), std::memory_order_relaxed);
  return block;
}

memory_block* take_block_object() {
  object_stripe& stripe = object_stripes()[this_stripe(this_thread_state())];
  {
    const std::lock_guard lock(stripe.lock);
    if (memory_block* block = stripe.objects.pop(); block != nullptr) return block;
  }
  return block_arena::new_object();
}

void give_back_block_object(memory_block* block) noexcept {
  object_stripe& stripe = object_stripes()[this_stripe(this_thread_state())];
  const std::lock_guard lock(stripe.lock);
  stripe.objects.push(block);
}

memory_block* block_arena::new_object() {
  return new memory_block;
}

memory_block* block_arena::allocate(std::size_t size_bytes, std::size_t stripe) {
  if (size_bytes > largest_small_block) return allocate_large(size_bytes, stripe);
  const int wanted = size_class(size_bytes);
  stripe_state& own = stripes_[stripe];
  memory_block* block = nullptr;
  {
    const std::lock_guard lock(own.lock);
    ++own.allocations;
    block = own.freed[static_cast<std::size_t>(wanted)].pop();
    if (block != nullptr) ++own.hits;
  }
  for (std::size_t other = 0; other < stripes && block == nullptr; ++other)
    if (other != stripe) block = take_from(stripes_[other], wanted);
  if (block == nullptr) return make(size_bytes, class_bytes(wanted), wanted);
  block->size_bytes_ = size_bytes;
  store_.count_used(block->capacity_);
  return block;
}

/// Kernels read whole accesses, and so may read beyond the elements: there they find zeros, or what
/// the block held before. Once for each block: large ones are made too often.
void block_arena::clear_rest(void* data, std::size_t size_bytes, std::size_t capacity) const {
  if (home_.device().is_gpu() && size_bytes < capacity)
    backend::fill(static_cast<char*>(data) + size_bytes, 0, capacity - size_bytes, home_);
}

memory_block* block_arena::take_from(stripe_state& stripe, int size_class) noexcept {
  block_list& freed = stripe.freed[static_cast<std::size_t>(size_class)];
  if (freed.empty()) return nullptr;
  const std::lock_guard lock(stripe.lock);
  memory_block* block = freed.pop();
  if (block != nullptr) ++stripe.hits;
  return block;
}

block_list* block_arena::list_of_large(stripe_state& stripe, std::size_t capacity) const noexcept {
  if (home_.device().is_cpu()) return nullptr;  // host memory keeps what is freed
  return capacity <= largest_kept_block ? &stripe.freed_large[large_size_number(capacity)]
                                        : nullptr;
}

/// Blocks of sizes that are not in use any more make room for those that are.
bool block_arena::keeps_large(memory_block* block, stripe_state& stripe) noexcept {
  block_list* const kept = list_of_large(stripe, block->capacity_);
  if (kept == nullptr) return false;
  for (const bool has_room : {false, true}) {
    {
      const std::lock_guard lock(stripe.lock);
      if (!kept->empty()) return false;
      if (stripe.kept_bytes + block->capacity_ <= max_kept_bytes) {
        stripe.kept_bytes += block->capacity_;
        kept->push(block);
        return true;
      }
    }
    if (!has_room)
      for (block_list& freed : stripe.freed_large) give_back_all(stripe, freed);
  }
  return false;
}

memory_block* block_arena::allocate_large(std::size_t size_bytes, std::size_t stripe) {
  const std::size_t rounded = large_block_bytes(size_bytes);
  const std::size_t capacity = rounded == 0 ? size_bytes : rounded;
  stripe_state& own = stripes_[stripe];
  memory_block* block = nullptr;
  {
    const std::lock_guard lock(own.lock);
    ++own.allocations;
    if (block_list* const kept = list_of_large(own, capacity)) block = kept->pop();
    if (block != nullptr) {
      ++own.hits;
      own.kept_bytes -= capacity;
    }
  }
  if (block == nullptr) return make(size_bytes, capacity, -1);
  block->size_bytes_ = size_bytes;
  store_.count_used(capacity);
  return block;
}

memory_block* block_arena::make(std::size_t size_bytes, std::size_t capacity, int size_class) {
  memory_block* block = take_block_object();
  try {
    block->data_ = store_.take(capacity, home_);
    if (size_class >= 0) clear_rest(block->data_, size_bytes, capacity);
  } catch (...) {
    if (block->data_ != nullptr)
      store_.give_back(std::exchange(block->data_, nullptr), capacity, home_);
    give_back_block_object(block);
    throw;
  }
  block->size_bytes_ = size_bytes;
  block->capacity_ = capacity;
  block->home_ = home_;
  block->size_class_ = size_class;
  block->arena_ = this;
  store_.count_used(capacity);
  return block;
}

void block_arena::free(memory_block* block, std::size_t stripe) noexcept {
  store_.count_unused(block->capacity_);
  if (!store_.keeps_freed()) return give_back(block);
  stripe_state& own = stripes_[stripe];
  if (block->size_class_ >= 0) {
    const std::lock_guard lock(own.lock);
    own.freed[static_cast<std::size_t>(block->size_class_)].push(block);
    return;
  }
  if (!keeps_large(block, own)) give_back(block);
}

void block_arena::give_back(memory_block* block) noexcept {
  store_.give_back(std::exchange(block->data_, nullptr), block->capacity_, home_);
  give_back_block_object(block);
}

void block_arena::add_counts(pool_statistics& sum) {
  for (stripe_state& stripe : stripes_) {
    const std::lock_guard lock(stripe.lock);
    sum.allocations += stripe.allocations;
    sum.cache_hits += stripe.hits;
  }
}

void block_arena::trim() noexcept {
  if (open_captures.load(std::memory_order_relaxed) != 0 && is_capturing(home_)) return;
  for (stripe_state& stripe : stripes_) {
    for (block_list& freed : stripe.freed) give_back_all(stripe, freed);
    for (block_list& freed : stripe.freed_large) give_back_all(stripe, freed);
  }
}

void block_arena::give_back_all(stripe_state& stripe, block_list& freed) noexcept {
  for (;;) {
    memory_block* block = nullptr;
    {
      const std::lock_guard lock(stripe.lock);
      block = freed.pop();
      if (block != nullptr && block->size_class_ < 0) stripe.kept_bytes -= block->capacity_;
    }
    if (block == nullptr) return;
    give_back(block);
  }
}

}  // namespace gpu::detail
