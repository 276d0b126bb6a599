// SPDX-License-Identifier: BSD-3-Clause
// Each device has one pool, from which every memory block comes. Freed memory is kept for the next
// allocation: blocks of up to 1 MiB, and a few of up to 64 MiB, for their stream; others by the
// driver (on `cpu()` by the pool itself).
#pragma once

#include <gpu/cuda/device.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu {

struct pool_statistics {
  std::size_t used_bytes = 0;  ///< of blocks that live now, rounded up as they are allocated
  std::size_t held_bytes = 0;  ///< taken from the device: used, or kept for later
  std::size_t peak_bytes = 0;  ///< the most that `used_bytes` was
  std::uint64_t allocations = 0;
  std::uint64_t cache_hits = 0;  ///< allocations that were served from freed blocks of this pool
};

/// The pool of each device, from which all arrays come.
namespace memory_pool {

/// Figures of the pool of a device; all zero if it was never used.
[[nodiscard]] pool_statistics statistics(device device);

/// Sets `peak_bytes` back to what is used now.
void reset_peak(device device);

/// Lets the pool hold no more than so many bytes for blocks; 0 is no limit. Blocks that live stay.
void set_limit(device device, std::size_t bytes);

/// The limit in bytes; at first what GPU_NDARRAY_MEMORY_LIMIT says, else 0: none.
/// @throws value_error  if that variable is no number of bytes
[[nodiscard]] std::size_t limit(device device);

/// Gives everything kept for later back to the device. Waits for the work enqueued on it.
void trim(device device);

}  // namespace memory_pool
}  // namespace gpu
