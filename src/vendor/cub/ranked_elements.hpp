// SPDX-License-Identifier: BSD-3-Clause
// The elements at some ranks of rows on a GPU, without sorting the rows: memory is read once for
// each 11 bits of an element, or 8 where many are wanted. It takes its turn in the stream, and
// nothing waits.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

#include "vendor/cub/short_rows.hpp"

namespace gpu::vendor {

/// Ranks in memory of the device, counted from 0. Those beyond the ends of a row are the ends.
struct wanted_ranks {
  const std::int64_t* ranks;
  std::ptrdiff_t count;  ///< of a row
  bool is_by_row;        ///< else they are the same of all rows
};

/// Whether that is for so many ranks of such rows there.
[[nodiscard]] bool selects_ranks(device where, std::ptrdiff_t columns, std::ptrdiff_t count);

/// Writes to `out`, for each row, the elements that sorting would put at these ranks: nans, which
/// become the same, are the largest, and -0 comes before 0.
/// @throws out_of_memory, cuda_error
void select_ranks(const short_rows& in, const wanted_ranks& wanted, void* out, stream_ref stream);

/// Writes to `out`, for each row, the positions, which ascend, of the `count` elements that sorting
/// it stably would put first: 0 and -0 are equal. Memory is read twice.
/// @param in    has fewer than 2^31 columns
/// @param last  of each row the last one of those elements
/// @throws out_of_memory, cuda_error
void first_positions(const short_rows& in, const void* last, std::ptrdiff_t count, bool descending,
                     std::int64_t* out, stream_ref stream);

}  // namespace gpu::vendor
