// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/event.hpp>

#include <chrono>

#include "cuda/after_wait.hpp"
#include "cuda/backend.hpp"

namespace gpu {
namespace {

using host_clock = std::chrono::steady_clock;

/// What an event of `cpu()` is: the time of its mark, behind the handle's type.
struct host_mark {
  bool recorded = false;
  host_clock::time_point time;
};

host_mark& mark_of(event_ref event) {
  return *reinterpret_cast<host_mark*>(event.get());
}

event_ref make(device device) {
  require(device);
  if (device.is_gpu()) return {backend::create_event(device.ordinal(), true), device};
  return {reinterpret_cast<event_handle>(new host_mark), device};
}

}  // namespace

namespace detail {
void event_destroy(event_ref event) noexcept {
  if (event.device().is_gpu())
    backend::destroy_event(event.get());
  else
    delete &mark_of(event);
}
}  // namespace detail

void event_ref::record(stream_ref stream) const {
  if (stream.device() != device_) throw device_mismatch(device_, stream.device());
  if (device_.is_gpu())
    backend::record(handle_, stream);
  else
    mark_of(*this) = {true, host_clock::now()};
}

void event_ref::synchronize() const {
  if (!device_.is_gpu()) return;
  backend::synchronize(handle_);
  detail::after_wait(device_);
}

bool event_ref::done() const {
  return device_.is_cpu() || backend::done(handle_);
}

event::event(gpu::device device) : owner(make(device)) {}

double elapsed_seconds(event_ref start, event_ref end) {
  if (start.device() != end.device()) throw device_mismatch(start.device(), end.device());
  end.synchronize();
  if (start.device().is_gpu()) return backend::elapsed_seconds(start.get(), end.get());
  constexpr int invalid_handle = 400;
  if (!mark_of(start).recorded || !mark_of(end).recorded)
    throw cuda_error(invalid_handle, "cudaErrorInvalidResourceHandle",
                     "an event was never recorded", "measure between two events");
  return std::chrono::duration<double>(mark_of(end).time - mark_of(start).time).count();
}

}  // namespace gpu
