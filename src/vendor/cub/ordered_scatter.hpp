// SPDX-License-Identifier: BSD-3-Clause
// Many values written to places in the memory of a GPU, in the order of the places.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::vendor {

/// Where values go: within `out`, unless `has_bad_position` says that one of them does not.
struct ordered_places {
  const std::uint32_t* positions;
  std::ptrdiff_t count;
  /// On the device, not 0: a position was none. The wait throws the index_error, and nothing is
  /// written. Null: all positions are good.
  const unsigned* has_bad_position;
};

/// Whether so many values, for as many elements, are written sooner that way than by `scatter`.
/// Then positions and numbers of values fit in 32 bits.
[[nodiscard]] bool writes_in_order(device where, std::ptrdiff_t count,
                                   std::ptrdiff_t size) noexcept;

/// As `scatter` of vendor/cub/scatter.hpp: of a place that comes several times the last value
/// stays. Positions that come in order, equal ones among them, are found to be so, and their values
/// are written at once; others are sorted first, each with its value. Waits until it is known
/// which.
///
/// @param value_step  1, or 0 if one value is for all places
/// @param item_bytes  1, 2, 4, 8 or 16
/// @param size        elements of `out`
/// @throws index_error  if an index was found to be out of bounds, here or by work before
/// @throws out_of_memory, cuda_error
void scatter_in_order(const ordered_places& places, const void* values, int value_step, void* out,
                      int item_bytes, std::ptrdiff_t size, stream_ref stream);

}  // namespace gpu::vendor
