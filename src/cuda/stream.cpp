// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/stream.hpp>

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <gpu/cuda/event.hpp>

#include "core/fork.hpp"
#include "cuda/after_wait.hpp"
#include "cuda/backend.hpp"
#include "cuda/capture.hpp"
#include "cuda/own_stream.hpp"
#include "cuda/thread_state.hpp"

namespace gpu {
namespace {

bool is_idle(stream_ref stream) {
  return !detail::is_capturing(stream) && backend::idle(stream);
}

/// The streams of ended `stream` objects, by device and priority. Never destroyed: arrays may end
/// after everything else.
class idle_streams {
 public:
  stream_handle take(int device, int priority) {
    constexpr std::size_t max_kept = 32;
    const std::lock_guard lock(mutex_);
    std::vector<stream_handle>& kept = kept_[{device, priority}];
    for (stream_handle& handle : kept)
      if (kept.size() >= max_kept || is_idle({handle, get_device(device)})) {
        std::swap(handle, kept.back());
        const stream_handle taken = kept.back();
        kept.pop_back();
        return taken;
      }
    const stream_handle made = backend::create_stream(device, priority);
    priorities_[made] = priority;
    kept.reserve(kept.capacity() + 1);  // so that giving back cannot fail
    return made;
  }

  bool made(stream_handle handle) {
    const std::lock_guard lock(mutex_);
    return priorities_.contains(handle);
  }

  void give_back(stream_ref stream) noexcept {
    const std::lock_guard lock(mutex_);
    const auto found = priorities_.find(stream.get());
    if (found != priorities_.end())
      kept_[{stream.device().ordinal(), found->second}].push_back(stream.get());
  }

 private:
  detail::fork_safe<std::mutex> mutex_;
  std::map<std::pair<int, int>, std::vector<stream_handle>> kept_;
  std::map<stream_handle, int> priorities_;
};

idle_streams& streams() {
  static auto& all = *new idle_streams;
  return all;
}

stream_ref take(device device, int priority) {
  require(device);
  if (device.is_cpu()) return {};
  return {streams().take(device.ordinal(), priority), device};
}

}  // namespace

namespace detail {
void stream_retire(stream_ref stream) noexcept {
  streams().give_back(stream);
}

bool is_own_stream(stream_ref stream) {
  return stream.get() != nullptr && streams().made(stream.get());
}
}  // namespace detail

void stream_ref::synchronize() const {
  if (!device_.is_gpu()) return;
  detail::require_not_capturing(*this, "wait for a stream");
  backend::synchronize(*this);
  detail::after_wait(device_);
}

void stream_ref::wait(event_ref event) const {
  if (event.device().is_cpu()) return;  // recorded is reached
  if (device_.is_cpu())
    event.synchronize();
  else
    backend::wait(*this, event.get());
}

bool stream_ref::idle() const {
  if (device_.is_cpu()) return true;
  detail::require_not_capturing(*this, "ask whether a stream is idle");
  return backend::idle(*this);
}

stream::stream(gpu::device device, int priority) : owner(take(device, priority)) {}

stream_ref current_stream() noexcept {
  return current_stream(current_device());
}

stream_ref current_stream(device device) noexcept {
  return {detail::slot_of(detail::this_thread_state(), device).stream, device};
}

stream_guard::stream_guard(stream_ref stream) noexcept
    : previous_(current_stream(stream.device())) {
  detail::slot_of(detail::this_thread_state(), stream.device()) = {stream.get(), nullptr};
}

stream_guard::~stream_guard() {
  detail::slot_of(detail::this_thread_state(), previous_.device()) = {previous_.get(), nullptr};
}

}  // namespace gpu
