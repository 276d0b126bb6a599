// SPDX-License-Identifier: BSD-3-Clause
// What each thread remembers: its current device, and its current stream on each device.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/handles.hpp>

#include <array>
#include <cstdint>

namespace gpu::detail {

class block_arena;

inline constexpr int max_devices = 64;

struct stream_slot {
  stream_handle stream = nullptr;
  block_arena* arena = nullptr;  ///< of that stream; null until memory is first asked for
};

struct thread_state {
  int device = -2;  ///< ordinal; -2 before anyone has asked
  int stripe = -1;  ///< which of the caches' stripes the thread uses; -1 before it has one
  std::uint64_t capture = 0;  ///< the last one that it enqueued work in; 0 once that seems over
  std::array<stream_slot, max_devices + 2> streams;  ///< by ordinal + 1; last: all that cannot be
};

/// This thread's.
[[nodiscard]] thread_state& this_thread_state() noexcept;

[[nodiscard]] inline stream_slot& slot_of(thread_state& state, device device) noexcept {
  const int place = device.ordinal() < max_devices ? device.ordinal() + 1 : max_devices + 1;
  return state.streams[static_cast<std::size_t>(place)];
}

}  // namespace gpu::detail
