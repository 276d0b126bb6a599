// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/host_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

#include <gpu/cuda/device_properties.hpp>

#include "cuda/size_class.hpp"

namespace gpu::detail {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t line = 64;

thread_local bool kept_was_used = false;

/// Huge pages make the first touch of a large piece many times faster.
void* allocate_fresh(std::size_t bytes) noexcept {
  if (bytes > static_cast<std::size_t>(PTRDIFF_MAX)) return nullptr;
  const bool huge = bytes >= 2 * huge_page;
  void* memory = nullptr;
  if (::posix_memalign(&memory, huge ? huge_page : line, bytes) != 0) return nullptr;
#ifdef MADV_HUGEPAGE
  if (huge) (void)madvise(memory, bytes & ~(huge_page - 1), MADV_HUGEPAGE);
#endif
  return memory;
}

}  // namespace

host_memory::host_memory(bool keeps_freed)
    : max_kept_bytes_(
          keeps_freed ? std::min(memory_info(cpu()).total_bytes / 4, std::size_t{8} << 30) : 0) {}

bool host_memory::last_was_kept() noexcept {
  return kept_was_used;
}

void* host_memory::allocate(std::size_t bytes) {
  kept_was_used = false;
  if (bytes <= largest_small_block) return allocate_fresh(bytes);
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(bytes);
    if (found != kept_.end() && !found->second.empty()) {
      void* memory = found->second.back();
      found->second.pop_back();
      kept_bytes_ -= bytes;
      kept_was_used = true;
      return memory;
    }
  }
  return allocate_fresh(bytes);
}

void host_memory::free(void* memory, std::size_t bytes) noexcept {
  if (bytes > largest_small_block) {
    const std::lock_guard lock(mutex_);
    if (bytes <= max_kept_bytes_ - std::min(kept_bytes_, max_kept_bytes_)) try {
        kept_[bytes].push_back(memory);
        kept_bytes_ += bytes;
        return;
      } catch (const std::bad_alloc&) {  // then it is not kept
      }
  }
  std::free(memory);
}

void host_memory::trim() noexcept {
  const std::lock_guard lock(mutex_);
  for (auto& [bytes, pieces] : kept_)
    for (void* memory : pieces) std::free(memory);
  kept_.clear();
  kept_bytes_ = 0;
}

std::size_t host_memory::kept_bytes() noexcept {
  const std::lock_guard lock(mutex_);
  return kept_bytes_;
}

}  // namespace gpu::detail
