// SPDX-License-Identifier: BSD-3-Clause
// How far a large file is.
#pragma once

#include <cstddef>
#include <functional>

namespace gpu::detail {

/// So large that each part is copied at the bus's full speed.
inline constexpr std::size_t part_bytes = std::size_t{64} << 20;

/// Calls a user's `progress` after each part, and when all bytes are done.
class part_progress {
 public:
  using function = std::function<void(std::size_t done_bytes, std::size_t all_bytes)>;

  /// @param call  must live as long; may be empty
  part_progress(const function& call, std::size_t all_bytes) noexcept
      : call_(call), all_bytes_(all_bytes) {}

  /// So many more bytes are done: 0 of a file without elements, which is done at once.
  void add(std::size_t bytes) {
    const std::size_t before = done_bytes_;
    done_bytes_ += bytes;
    const bool ends_part = done_bytes_ / part_bytes != before / part_bytes;
    if (call_ && (ends_part || done_bytes_ == all_bytes_)) call_(done_bytes_, all_bytes_);
  }

 private:
  const function& call_;
  std::size_t all_bytes_;
  std::size_t done_bytes_ = 0;
};

}  // namespace gpu::detail
