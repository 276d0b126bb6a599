// SPDX-License-Identifier: BSD-3-Clause
// The first few elements of sorted rows on a GPU, without sorting the rows: memory is read once. It
// takes its turn in the stream, and nothing waits.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

#include "vendor/cub/short_rows.hpp"

namespace gpu::vendor {

/// Whether that is for so many elements there.
[[nodiscard]] bool selects_first(device where, std::ptrdiff_t count);

/// Where the first elements of each row, and their positions in it, are written: (rows, count).
struct first_elements_out {
  void* elements;
  std::int64_t* positions;
};

/// Finds the first `count` elements of each row, as if it were sorted stably. 0 and -0 are equal,
/// nans are the largest.
///
/// @param in  has at least so many columns
/// @throws out_of_memory, cuda_error
void select_first(const short_rows& in, std::ptrdiff_t count, const first_elements_out& out,
                  bool descending, stream_ref stream);

}  // namespace gpu::vendor
