// SPDX-License-Identifier: BSD-3-Clause
// Memory that belongs to others, as blocks of arrays.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include <gpu/cuda/memory_block.hpp>

namespace gpu::detail {

enum class borrowed_for { reading, writing };

/// `size_bytes` of memory of `where`. Work of `home` finds in it what was written. Without `home`
/// it is the current stream of `where`.
///
/// `release` is called, in any thread, when nothing here uses the memory any more but work enqueued
/// on `home`; without `home` when that has ended, too, which is waited for. What it throws is lost.
/// An array never writes memory that was borrowed for reading: it takes memory of its own first.
[[nodiscard]] ref_ptr<memory_block> borrow_memory(device where, const void* data,
                                                  std::size_t size_bytes,
                                                  std::optional<stream_ref> home, borrowed_for use,
                                                  std::function<void()> release);

}  // namespace gpu::detail
