// SPDX-License-Identifier: BSD-3-Clause
// Copies between pageable host memory and a GPU by way of pinned slots, which the GPU reads and
// writes by itself. Several slots are on their way at once, and large copies use several threads:
// one thread copies far slower than the bus.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>

namespace gpu::detail {

inline constexpr std::size_t small_copy_bytes = std::size_t{64} << 10;

/// Returns when `from` has been read; the copy itself may still be under way.
void stage_to_device(void* to, const void* from, std::size_t bytes, stream_ref stream);

/// Returns when the bytes are there.
void stage_to_host(void* to, const void* from, std::size_t bytes, stream_ref stream);

/// Unpins the slots that are not in use.
void trim_staging();

}  // namespace gpu::detail
