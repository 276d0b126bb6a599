// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/block_uses.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "cuda/block_arena.hpp"
#include "cuda/capture.hpp"

namespace gpu::detail {
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

/// Of streams of GPUs that are captured together, or of which none is.
void enqueue_wait(stream_ref later, stream_ref earlier) {
  static auto& events = *new spare_events;
  const int device = earlier.device().ordinal();
  const event_handle event = events.take(device);
  backend::record(event, earlier);
  backend::wait(later, event);
  events.give_back(device, event);
}

/// Makes `later`, which is not captured, wait for what is enqueued on `earlier` now. What is only
/// recorded there cannot be waited for.
void order_streams(stream_ref later, stream_ref earlier) {
  if (later == earlier || earlier.device().is_cpu() || is_capturing(earlier)) return;
  if (later.device().is_cpu()) return backend::synchronize(earlier);
  enqueue_wait(later, earlier);
}

/// Waits for streams of one device that other libraries may have destroyed: for the whole device,
/// unless that would end a capture.
void synchronize_foreign(const std::vector<stream_ref>& streams) {
  const device device = streams.front().device();
  if (!forbids_device_wait(device)) return backend::synchronize_device(device.ordinal());
  for (const stream_ref stream : streams)
    if (!is_capturing(stream)) backend::synchronize(stream);
}

}  // namespace

void block_uses::add(use another) {
  another.number = added++;
  const auto found = std::find_if(uses.begin(), uses.end(), [&](const use& u) {
    return u.stream == another.stream && u.graph == another.graph &&
           u.is_foreign == another.is_foreign;
  });
  if (found == uses.end())
    uses.push_back(another);
  else
    *found = {another.stream, found->wrote || another.wrote, another.graph, another.is_foreign,
              another.number};
}

/// Waits for the uses that `next` has to come after, of streams that may have been destroyed. The
/// mutex is not held meanwhile: other threads may add uses, which stay.
void block_uses::await_foreign(memory_block& block, const use& next) {
  if (!block.used_elsewhere_.load(std::memory_order_acquire)) return;
  const auto is_awaited = [&](const use& u) {
    return u.is_foreign && u.stream != next.stream && (next.wrote || u.wrote);
  };
  std::vector<stream_ref> streams;
  std::unique_lock lock(uses_mutex());
  auto& [uses, graphs, added, has_no_owner] = *block.uses_;
  const std::size_t before = added;
  for (const use& u : uses)
    if (is_awaited(u)) streams.push_back(u.stream);
  if (streams.empty()) return;
  lock.unlock();
  synchronize_foreign(streams);
  lock.lock();
  std::erase_if(uses, [&](const use& u) { return is_awaited(u) && u.number < before; });
}

/// With the mutex held. False if the graph holds the block already.
bool block_uses::hold(memory_block& block, captured_graph& graph) {
  if (block.uses_ == nullptr) block.uses_ = std::make_unique<block_uses>();
  auto& graphs = block.uses_->graphs;
  if (std::find(graphs.begin(), graphs.end(), &graph) != graphs.end()) return false;
  graphs.reserve(graphs.size() + 1);
  graph.blocks.push_back(&block);
  graphs.push_back(&graph);
  block.used_elsewhere_.store(true, std::memory_order_release);
  return true;
}

void block_uses::order(memory_block& block, stream_ref stream, bool writes) {
  if (stream.device().is_gpu() && block.data_ != nullptr)
    if (captured_graph* const graph = graph_of(stream))
      return order_recorded(block, stream, writes, *graph);
  order_enqueued(block, {stream, writes, nullptr});
}

void block_uses::hand_out(memory_block& block, stream_ref stream, bool writes) {
  if (stream == block.home_ || is_capturing(stream)) return order(block, stream, writes);
  order_enqueued(block, {stream, writes, nullptr, true});
}

void block_uses::order_enqueued(memory_block& block, const use& next) {
  const stream_ref stream = next.stream;
  await_foreign(block, next);
  const std::lock_guard lock(uses_mutex());
  const bool at_home = stream == block.home_;
  if (at_home && !block.used_elsewhere_.load(std::memory_order_relaxed)) return;
  if (!at_home && !is_uncaptured_stream(block.home_)) order_streams(stream, block.home_);
  if (block.uses_ == nullptr) block.uses_ = std::make_unique<block_uses>();
  auto& [uses, graphs, added, has_no_owner] = *block.uses_;
  for (const use& u : uses)
    if (!u.is_foreign && (next.wrote || u.wrote)) order_streams(stream, u.stream);
  if (at_home)
    std::erase_if(uses, [&](const use& u) {
      return u.graph == nullptr && !u.is_foreign && (next.wrote || u.wrote);
    });
  else
    block.uses_->add(next);
  block.used_elsewhere_.store(!uses.empty() || !graphs.empty(), std::memory_order_release);
}

/// Recorded work comes after what the same capture recorded before. Nothing can make it come after
/// what is enqueued on other streams: that is waited for here, once.
void block_uses::order_recorded(memory_block& block, stream_ref stream, bool writes,
                                captured_graph& graph) {
  std::vector<stream_ref> enqueued;
  {
    const std::lock_guard lock(uses_mutex());
    const bool is_new = hold(block, graph);
    if (is_new && block.home_ != stream && !is_uncaptured_stream(block.home_))
      enqueued.push_back(block.home_);
    for (const use& u : block.uses_->uses) {
      if (u.stream == stream || (!writes && !u.wrote)) continue;
      if (u.graph == &graph)
        enqueue_wait(stream, u.stream);
      else if (u.graph == nullptr && is_new)
        enqueued.push_back(u.stream);
    }
    block.uses_->add({stream, writes, &graph});
  }
  for (const stream_ref other : enqueued)
    if (other.device().is_gpu() && !backend::is_capturing(other)) backend::synchronize(other);
}

ref_ptr<memory_block> block_uses::allocate_captured(stream_ref stream, std::size_t size_bytes) {
  release_ended_graphs();
  const backend::relaxed_capture_mode scope;
  const stream_ref home = uncaptured_stream(stream.device());
  auto block = ref_ptr<memory_block>::first(
      store_of(stream.device()).arena(home).allocate(size_bytes, this_stripe(this_thread_state())));
  // The graph is launched on streams that know nothing of this one.
  backend::synchronize(home);
  captured_graph* const graph = graph_of(stream);
  if (graph == nullptr) return block;  // the capture has ended meanwhile
  const std::lock_guard lock(uses_mutex());
  hold(*block, *graph);
  block->uses_->add({stream, true, graph});
  return block;
}

/// A block whose home is being captured: work recorded there may use it, and it cannot be given
/// back in the order of that stream. False if there is no such capture.
bool block_uses::leave_to_graph(memory_block& block) {
  if (!is_capturing(block.home_)) return false;
  std::unique_ptr<captured_graph> none;
  captured_graph* graph = nullptr;
  try {
    graph = graph_of(block.home_);
  } catch (const cuda_error&) {  // the capture is invalid, but goes on: later
    none = std::make_unique<captured_graph>();
    graph = none.get();
  }
  if (graph == nullptr) return false;
  {
    const std::lock_guard lock(uses_mutex());
    hold(block, *graph);
    block.uses_->has_no_owner = true;
  }
  if (none != nullptr) end_graph(none.release());
  return true;
}

bool block_uses::end(memory_block& block) noexcept {
  try {
    if (block.used_elsewhere_.load(std::memory_order_acquire)) {
      const std::lock_guard lock(uses_mutex());
      if (!block.uses_->graphs.empty()) return block.uses_->has_no_owner = true, false;
    }
    if (block.data_ != nullptr && leave_to_graph(block)) return false;
    if (block.used_elsewhere_.load(std::memory_order_acquire))
      order_enqueued(block, {block.home_, true, nullptr});
  } catch (...) {  // the driver has shut down, or a stream has failed: nothing is left to order
    block.used_elsewhere_ = false;
    if (block.uses_ != nullptr) block.uses_->uses.clear();
  }
  return true;
}

/// True if the block is to end now.
bool block_uses::let_go(memory_block& block, const captured_graph& graph) noexcept {
  const std::lock_guard lock(uses_mutex());
  auto& [uses, graphs, added, has_no_owner] = *block.uses_;
  std::erase_if(uses, [&](const use& u) { return u.graph == &graph; });
  std::erase(graphs, &graph);
  block.used_elsewhere_.store(!uses.empty() || !graphs.empty(), std::memory_order_release);
  if (!has_no_owner || !graphs.empty()) return false;
  has_no_owner = false;
  return true;
}

void block_uses::release(captured_graph& graph) noexcept {
  for (memory_block* const block : graph.blocks)
    if (let_go(*block, graph)) memory_block::destroy(block);
}

}  // namespace gpu::detail
