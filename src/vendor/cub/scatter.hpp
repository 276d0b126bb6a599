// SPDX-License-Identifier: BSD-3-Clause
// Values written to places in memory. On `cpu()` it is done when the function returns; on a GPU it
// takes its turn in the stream.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::vendor {

/// Where values go, all within `out`.
struct scatter_places {
  const std::int64_t* positions;
  std::ptrdiff_t count;
  bool are_distinct;  ///< no place comes twice
};

/// Writes the values one after the other: of a place that comes several times the last one stays.
///
/// @param value_step  1, or 0 if one value is for all places
/// @param item_bytes  1, 2, 4, 8 or 16
/// @param size        elements of `out`
/// @throws out_of_memory, cuda_error
void scatter(const scatter_places& places, const void* values, int value_step, void* out,
             int item_bytes, std::ptrdiff_t size, stream_ref stream);

}  // namespace gpu::vendor
