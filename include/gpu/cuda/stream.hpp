// SPDX-License-Identifier: BSD-3-Clause
// Queues of work on a device. On `cpu()` work is done at once, so its only stream is always idle.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/handles.hpp>
#include <gpu/cuda/owner.hpp>

namespace gpu {

class event_ref;

/// A stream that someone else owns, and its device. Pass by value.
class stream_ref {
 public:
  using handle_type = stream_handle;

  /// The stream of `cpu()`.
  constexpr stream_ref() noexcept = default;
  /// The default stream of `device`.
  constexpr explicit stream_ref(gpu::device device) noexcept : device_(device) {}
  /// A CUDA stream of `device`, which must outlive every array made on it.
  constexpr stream_ref(handle_type handle, gpu::device device) noexcept
      : handle_(handle), device_(device) {}

  /// The CUDA stream; null for the default stream, and on `cpu()`.
  [[nodiscard]] constexpr handle_type get() const noexcept { return handle_; }
  [[nodiscard]] constexpr gpu::device device() const noexcept { return device_; }

  /// Blocks the calling thread until all work enqueued so far has finished.
  ///
  /// @throws cuda_error  also for a fault of that earlier work: kernels fail here, not at launch;
  ///                     at once if the stream is being captured
  void synchronize() const;

  /// Makes work enqueued from now on wait for `event`. Does not block the calling thread.
  void wait(event_ref event) const;

  /// True if everything enqueued so far has finished. Does not block.
  [[nodiscard]] bool idle() const;

  friend constexpr bool operator==(stream_ref, stream_ref) noexcept = default;

 private:
  handle_type handle_ = nullptr;
  gpu::device device_;
};

namespace detail {
void stream_retire(stream_ref) noexcept;
}

/// A stream of its own. When it ends, work still enqueued runs on, and the handle waits to be used
/// again: CUDA's stream is never destroyed, so that memory may remember it.
class stream : public owner<stream_ref, detail::stream_retire> {
 public:
  /// Does not synchronise with the default stream.
  ///
  /// @param priority  0 is normal, negative is more urgent; clamped to what the device offers
  /// @throws cuda_error  if `device` does not exist or has no streams left
  explicit stream(gpu::device device = current_device(), int priority = 0);
};

/// The stream on which this thread enqueues on the current device. At first the default stream.
///
/// While CUDA captures the stream, what is enqueued is recorded instead, and the graph keeps the
/// memory allocated meanwhile. Calls that wait throw cuda_error and leave the capture as it is.
/// Arrays from before the capture must outlive the graph; launches of one graph must not overlap.
[[nodiscard]] stream_ref current_stream() noexcept;

/// The stream on which this thread enqueues on `device`.
[[nodiscard]] stream_ref current_stream(device device) noexcept;

/// Makes `stream` this thread's current stream of its device until the end of the scope. Does not
/// change the current device.
class stream_guard {
 public:
  [[nodiscard]] explicit stream_guard(stream_ref stream) noexcept;
  ~stream_guard();

  stream_guard(const stream_guard&) = delete;
  stream_guard& operator=(const stream_guard&) = delete;

 private:
  stream_ref previous_;
};

}  // namespace gpu
