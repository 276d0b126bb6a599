// SPDX-License-Identifier: BSD-3-Clause
// Sorting of short rows of a matrix on a GPU, each in the shared memory of a block: memory is read
// once and written once. It takes its turn in the stream, and nothing waits.
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/cuda/stream.hpp>

#include <cstddef>

namespace gpu::vendor {

/// Rows of real elements in C order.
struct short_rows {
  const void* in;
  dtype type;
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
};

/// Whether that is for such rows there.
[[nodiscard]] bool sorts_short_rows(device where, std::ptrdiff_t columns);

/// Writes the elements of each row to `out`, sorted: nans, which become the same, are the largest,
/// and -0 comes before 0.
/// @throws cuda_error
void sort_short_rows(const short_rows& in, void* out, bool descending, stream_ref stream);

/// Writes to `out` the positions that sort each row stably, of 4 or 8 bytes. 0 and -0 are equal.
/// @throws cuda_error
void order_short_rows(const short_rows& in, void* out, std::size_t position_bytes, bool descending,
                      stream_ref stream);

}  // namespace gpu::vendor
