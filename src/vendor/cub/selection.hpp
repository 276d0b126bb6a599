// SPDX-License-Identifier: BSD-3-Clause
// Choosing elements in memory. On `cpu()` it is done when a function returns; on a GPU
// it takes its turn in the stream, and nothing waits: how much came out is written to memory, too.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::vendor {

/// Copies the first of each run of equal unsigned keys, in order, to the beginning of `out`.
///
/// @param key_bytes  4 or 8
/// @param selected   on the stream's device: how many there are
/// @throws out_of_memory, cuda_error
void select_unique(const void* in, void* out, int key_bytes, std::int64_t* selected,
                   std::ptrdiff_t count, stream_ref stream);

}  // namespace gpu::vendor
