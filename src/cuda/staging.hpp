// SPDX-License-Identifier: BSD-3-Clause
// Copies between pageable host memory and a GPU by way of pinned slots, which the GPU reads and
// writes by itself. Several slots are on their way at once, and large copies use several threads:
// one thread copies far slower than the bus.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace gpu::detail {

inline constexpr std::size_t small_copy_bytes = std::size_t{64} << 10;

/// Returns when `from` has been read; the copy itself may still be under way.
void stage_to_device(void* to, const void* from, std::size_t bytes, stream_ref stream);

/// Returns when the bytes are there.
void stage_to_host(void* to, const void* from, std::size_t bytes, stream_ref stream);

/// Bytes of a GPU, front to back in pieces of pinned memory: while the caller has one piece, the
/// next is on its way. Nothing else is held on the host, however many bytes there are.
class staged_reader {
 public:
  /// Nothing is enqueued yet.
  staged_reader(const void* from, std::size_t bytes, stream_ref stream);
  staged_reader(const staged_reader&) = delete;
  staged_reader& operator=(const staged_reader&) = delete;
  ~staged_reader();

  /// The next piece, which is there until the next call; empty after the last one. Waits for it.
  [[nodiscard]] std::span<const std::byte> next();

 private:
  struct piece;
  [[nodiscard]] std::unique_ptr<piece> fetch_next();

  const char* from_;
  std::size_t left_;
  stream_ref stream_;
  std::unique_ptr<piece> current_;
  std::unique_ptr<piece> following_;
};

/// Unpins the slots that are not in use.
void trim_staging();

}  // namespace gpu::detail
