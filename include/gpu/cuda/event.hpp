// SPDX-License-Identifier: BSD-3-Clause
// Points in the work of a stream, to wait for or to measure between.
#pragma once

#include <gpu/cuda/stream.hpp>

namespace gpu {

/// An event that someone else owns. Pass by value.
class event_ref {
 public:
  using handle_type = event_handle;

  constexpr event_ref() noexcept = default;
  constexpr event_ref(handle_type handle, gpu::device device) noexcept
      : handle_(handle), device_(device) {}

  [[nodiscard]] constexpr handle_type get() const noexcept { return handle_; }
  [[nodiscard]] constexpr gpu::device device() const noexcept { return device_; }

  /// Marks the end of what is enqueued on `stream` now; forgets the former mark.
  ///
  /// @throws device_mismatch  if the stream is of another device
  void record(stream_ref stream) const;
  /// The same of the current stream of the event's device.
  void record() const { record(current_stream(device_)); }

  /// Blocks the calling thread until the mark is reached. An event never recorded is reached.
  void synchronize() const;

  /// True if the mark is reached. Does not block.
  [[nodiscard]] bool done() const;

 private:
  handle_type handle_ = nullptr;
  gpu::device device_;
};

namespace detail {
void event_destroy(event_ref) noexcept;
}

/// An event that ends with this object.
class event : public owner<event_ref, detail::event_destroy> {
 public:
  explicit event(gpu::device device = current_device());
};

/// Seconds between two recorded events of one device, to about a microsecond. Waits for `end`.
///
/// @throws cuda_error  if one of them was never recorded
[[nodiscard]] double elapsed_seconds(event_ref start, event_ref end);

}  // namespace gpu
