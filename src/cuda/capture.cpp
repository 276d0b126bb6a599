// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/capture.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>

#include <gpu/core/error.hpp>

#include "core/fork.hpp"
#include "cuda/block_uses.hpp"
#include "cuda/copy.hpp"
#include "cuda/own_stream.hpp"
#include "cuda/thread_state.hpp"

namespace gpu::detail {
namespace {

/// The graphs that have not ended, whether they are still being captured or not.
struct graph_list {
  fork_safe<std::mutex> mutex;
  std::vector<captured_graph*> graphs;
};

graph_list& live_graphs() noexcept {
  static auto& all = *new graph_list;
  return all;
}

constinit std::atomic<captured_graph*> ended_graphs{nullptr};

void set_open(captured_graph& graph, bool is_open) noexcept {
  if (graph.is_open != is_open) open_captures.fetch_add(is_open ? 1 : -1);
  graph.is_open = is_open;
}

/// By device; null before the first capture there.
std::atomic<stream_handle>& uncaptured_handle(device device) noexcept {
  static auto& all = *new std::array<std::atomic<stream_handle>, max_devices>{};
  return all[static_cast<std::size_t>(device.ordinal())];
}

/// This thread works on a stream that is not captured: its last capture is over, or has paused, or
/// goes on while the thread works elsewhere. The last is known of streams of ours alone.
void close_capture_of_thread() noexcept {
  thread_state& state = this_thread_state();
  if (state.capture == 0) return;
  graph_list& live = live_graphs();
  const std::lock_guard lock(live.mutex);
  for (captured_graph* graph : live.graphs) {
    if (graph->id != state.capture) continue;
    if (is_capturing(graph->origin)) return;
    set_open(*graph, false);
  }
  state.capture = 0;
}

}  // namespace

bool forbids_device_wait(device device) noexcept {
  return open_captures.load(std::memory_order_relaxed) != 0 ||
         is_capturing({slot_of(this_thread_state(), device).stream, device});
}

void require_not_capturing(stream_ref stream, const char* action) {
  constexpr int unsupported = 900;
  if (is_capturing(stream))
    throw cuda_error(unsupported, "cudaErrorStreamCaptureUnsupported",
                     "the stream is being captured: its work is only recorded, so there is "
                     "nothing to wait for and no result to read",
                     action);
}

captured_graph* graph_of(stream_ref stream) {
  const backend::capture found =
      is_capturing(stream) ? backend::capture_of(stream) : backend::capture{};
  if (found.id == 0) return close_capture_of_thread(), nullptr;
  this_thread_state().capture = found.id;
  graph_list& live = live_graphs();
  const std::lock_guard lock(live.mutex);
  const auto known = std::find_if(live.graphs.begin(), live.graphs.end(),
                                  [&](const captured_graph* g) { return g->id == found.id; });
  if (known != live.graphs.end()) return set_open(**known, true), *known;
  auto made = std::make_unique<captured_graph>();
  made->id = found.id;
  if (is_own_stream(stream)) made->origin = stream;
  live.graphs.reserve(live.graphs.size() + 1);
  backend::call_at_end(
      found, [](void* graph) { end_graph(static_cast<captured_graph*>(graph)); }, made.get());
  live.graphs.push_back(made.release());
  set_open(*live.graphs.back(), true);
  return live.graphs.back();
}

stream_ref uncaptured_stream(device device) {
  static auto& mutex = *new fork_safe<std::mutex>;
  std::atomic<stream_handle>& slot = uncaptured_handle(device);
  if (const stream_handle known = slot.load(std::memory_order_acquire)) return {known, device};
  const std::lock_guard lock(mutex);
  if (slot.load() == nullptr) slot.store(backend::create_stream(device.ordinal(), 0));
  return {slot.load(), device};
}

bool is_uncaptured_stream(stream_ref stream) noexcept {
  return stream.get() != nullptr && stream.get() == uncaptured_handle(stream.device()).load();
}

stream_ref uncaptured(stream_ref stream) {
  return is_capturing(stream) ? uncaptured_stream(stream.device()) : stream;
}

void end_graph(captured_graph* graph) noexcept {
  graph->next_ended = ended_graphs.load(std::memory_order_relaxed);
  while (!ended_graphs.compare_exchange_weak(graph->next_ended, graph, std::memory_order_release,
                                             std::memory_order_relaxed)) {
  }
}

void release_ended_graphs() noexcept {
  if (ended_graphs.load(std::memory_order_relaxed) == nullptr) return;
  captured_graph* next = ended_graphs.exchange(nullptr, std::memory_order_acquire);
  while (next != nullptr) {
    const std::unique_ptr<captured_graph> graph(next);
    next = graph->next_ended;
    {
      graph_list& live = live_graphs();
      const std::lock_guard lock(live.mutex);
      std::erase(live.graphs, graph.get());
      set_open(*graph, false);
    }
    block_uses::release(*graph);
  }
}

void record_copy_from_host(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  captured_graph* const graph = graph_of(stream);
  pinned_memory kept(bytes);
  std::memcpy(kept.data(), from, bytes);
  backend::copy(to, kept.data(), bytes, stream);
  if (graph == nullptr) return backend::synchronize(stream);  // the capture has ended meanwhile
  const std::lock_guard lock(live_graphs().mutex);
  graph->sources.push_back(std::move(kept));
}

void write_constants(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  const stream_ref plain = uncaptured(stream);
  copy_bytes(to, stream.device(), from, cpu(), bytes, plain);
  if (plain != stream) backend::synchronize(plain);
}

void* recorded_zeros(std::size_t bytes, stream_ref stream) {
  if (const captured_graph* const graph = graph_of(stream)) {
    const std::lock_guard lock(live_graphs().mutex);
    for (const auto& [handle, data] : graph->zeroed)
      if (handle == stream.get()) return data;
  }
  const ref_ptr<memory_block> block = block_uses::allocate_captured(stream, bytes);
  const stream_ref outside = uncaptured_stream(stream.device());
  backend::fill(block->data(), 0, bytes, outside);
  backend::synchronize(outside);
  captured_graph* const graph = graph_of(stream);
  const std::lock_guard lock(live_graphs().mutex);
  if (graph != nullptr) graph->zeroed.emplace_back(stream.get(), block->data());
  return block->data();
}

}  // namespace gpu::detail
