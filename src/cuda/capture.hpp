// SPDX-License-Identifier: BSD-3-Clause
// Work under CUDA's stream capture: it is recorded in a graph, and runs whenever someone launches
// that, on any stream. So what the work uses belongs to the graph until it has ended: the memory
// allocated during the capture, the blocks that it reads and writes, bytes copied from the host.
//
// CUDA calls a function when a graph and all that was instantiated from it have ended. That
// function must not call CUDA, so it only puts the graph's holdings on a list, which
// `release_ended_graphs` empties.
#pragma once

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/stream.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cuda/backend.hpp"
#include "cuda/pinned_memory.hpp"

namespace gpu::detail {

/// What a captured graph holds.
struct captured_graph {
  std::uint64_t id = 0;
  bool is_open = false;               ///< counted in `open_captures`
  stream_ref origin;                  ///< a `gpu::stream` that was recorded; else that of `cpu()`
  std::vector<memory_block*> blocks;  ///< see block_uses
  std::vector<pinned_memory> sources;
  std::vector<std::shared_ptr<void>> plans;  ///< of libraries, whose kernels read memory of theirs
  std::vector<std::pair<stream_handle, void*>> zeroed;
  captured_graph* next_ended = nullptr;
};

/// How many captures seem to be under way: those that the library was given work for, until the
/// graph ends, or the thread that gave it works on a stream that is not captured, and the
/// `gpu::stream` that was recorded no longer is. Streams of other libraries may be gone by then:
/// they are not asked.
inline constinit std::atomic<int> open_captures{0};

/// Whether work enqueued on the stream is recorded. Never so on the default stream.
[[nodiscard]] inline bool is_capturing(stream_ref stream) noexcept {
  return stream.get() != nullptr && backend::is_capturing(stream);
}

/// Whether a capture seems to be under way that waiting for all of the device, which CUDA forbids
/// then, would end: an open one, or one of this thread's current stream that the library was not
/// given work for yet.
[[nodiscard]] bool forbids_device_wait(device device) noexcept;

/// @throws cuda_error  if the stream is being captured
void require_not_capturing(stream_ref stream, const char* action);

/// The graph that the stream's work is recorded in; null if it is not captured.
/// @throws cuda_error  if an earlier call has made the capture invalid
[[nodiscard]] captured_graph* graph_of(stream_ref stream);

/// `stream`, or a stream of its device that is never captured if that one is.
[[nodiscard]] stream_ref uncaptured(stream_ref stream);
/// That stream. Blocks allocated during captures have it as their home, where nothing is enqueued
/// while they live.
[[nodiscard]] stream_ref uncaptured_stream(device device);
[[nodiscard]] bool is_uncaptured_stream(stream_ref stream) noexcept;

/// Gives back what ended graphs held.
void release_ended_graphs() noexcept;
/// Has the next call of that give back what the graph holds.
void end_graph(captured_graph* graph) noexcept;

/// Records a copy of the bytes as they are now.
void record_copy_from_host(void* to, const void* from, std::size_t bytes, stream_ref stream);

/// Writes bytes that work of the stream only reads: once, at once, if the stream is being captured.
void write_constants(void* to, const void* from, std::size_t bytes, stream_ref stream);

/// Zeros for work recorded on the stream that leaves zeros behind: the same memory for each kernel
/// of a capture on this stream, since they do not overlap, and for nothing else.
[[nodiscard]] void* recorded_zeros(std::size_t bytes, stream_ref stream);

}  // namespace gpu::detail
