// SPDX-License-Identifier: BSD-3-Clause
// Choosing elements in memory. On `cpu()` it is done when a function returns; on a GPU
// it takes its turn in the stream, and nothing waits: how much came out is written to memory, too.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::vendor {

/// Copies the elements whose flag is set, in order, to the beginning of `out`.
///
/// @param item_bytes  1, 2, 4, 8 or 16
/// @param selected    on the stream's device: how many there are
/// @throws out_of_memory, cuda_error
void select_flagged(const void* in, void* out, int item_bytes, const bool* flags,
                    std::int64_t* selected, std::ptrdiff_t count, stream_ref stream);

/// Writes the positions of the flags that are set, ascending, to the beginning of `out`.
void select_positions(std::int64_t* out, const bool* flags, std::int64_t* selected,
                      std::ptrdiff_t count, stream_ref stream);

/// Copies the first of each run of equal unsigned keys, in order, to the beginning of `out`.
///
/// @param key_bytes  4 or 8
void select_unique(const void* in, void* out, int key_bytes, std::int64_t* selected,
                   std::ptrdiff_t count, stream_ref stream);

}  // namespace gpu::vendor
