// SPDX-License-Identifier: BSD-3-Clause
#include "array/borrowed_memory.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

#include <gpu/core/fork.hpp>

#include "cuda/backend.hpp"
#include "cuda/capture.hpp"

namespace gpu::detail {
namespace {

/// The blocks that were borrowed for reading: so few that the others need not say that they are
/// not.
class read_only_blocks {
 public:
  void add(const memory_block* block) {
    const std::lock_guard lock(mutex_);
    blocks_.insert(block);
    count_.store(blocks_.size(), std::memory_order_release);
  }
  void remove(const memory_block* block) noexcept {
    const std::lock_guard lock(mutex_);
    blocks_.erase(block);
    count_.store(blocks_.size(), std::memory_order_release);
  }
  [[nodiscard]] bool contains(const memory_block* block) noexcept {
    if (count_.load(std::memory_order_acquire) == 0) return false;
    const std::lock_guard lock(mutex_);
    return blocks_.contains(block);
  }

 private:
  std::atomic<std::size_t> count_{0};
  fork_safe<std::mutex> mutex_;
  std::unordered_set<const memory_block*> blocks_;
};

read_only_blocks& read_only() noexcept {
  static auto& all = *new read_only_blocks;
  return all;
}

/// What kernels have reported is left for a wait that a user asks for. Work that a graph records
/// has kept the memory until the graph has ended.
void wait_for(stream_ref stream) noexcept {
  try {
    if (!is_capturing(stream)) backend::synchronize(stream);
  } catch (...) {  // the work has failed, and so has ended
  }
}

}  // namespace

ref_ptr<memory_block> borrow_memory(device where, const void* data, std::size_t size_bytes,
                                    std::optional<stream_ref> home, borrowed_for use,
                                    std::function<void()> release) {
  require(where);
  const stream_ref stream = home.value_or(current_stream(where));
  const bool waits = !home && where.is_gpu() && release;
  const auto known = std::make_shared<const memory_block*>(nullptr);
  const auto end = [known, stream, waits, give_back = std::move(release)] {
    if (*known != nullptr) read_only().remove(*known);
    if (waits) wait_for(stream);
    if (give_back) try {
        give_back();
      } catch (...) {  // an array ends here: there is no one to tell
      }
  };
  const ref_ptr<memory_block> block =
      memory_block::adopt(where, const_cast<void*>(data), size_bytes, stream, end);
  if (use == borrowed_for::reading) {
    read_only().add(block.get());
    *known = block.get();
  }
  return block;
}

bool is_read_only(const memory_block& block) noexcept {
  return read_only().contains(&block);
}

}  // namespace gpu::detail
