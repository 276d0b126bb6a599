// SPDX-License-Identifier: BSD-3-Clause
// Sorting of unsigned integers in memory. Elements of other types are sorted by keys of their size
// whose order is theirs. On `cpu()` it is done when a function returns; on a GPU it takes its turn
// in the stream, and nothing waits.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>

namespace gpu::vendor {

/// Where to sort from and to, which do not overlap. `item_bytes` is the size of one element. On
/// `cpu()` keys with a payload need not be wanted: `out` may be null.
struct sorted_array {
  const void* in;
  void* out;
  int item_bytes;
};

/// Sorts unsigned keys of 4 or 8 bytes, ascending.
///
/// @param bits  of the keys, from the lowest, that differ at all; fewer take less time. 0: all
/// @throws out_of_memory, cuda_error
void radix_sort(const sorted_array& keys, std::ptrdiff_t count, stream_ref stream, int bits = 0);

/// The same; each key takes a payload of 4 or 8 bytes along. Stable.
///
/// @param first_bit  lower ones are not looked at: keys that differ in those alone stay as they are
void radix_sort(const sorted_array& keys, const sorted_array& payload, std::ptrdiff_t count,
                stream_ref stream, int bits = 0, int first_bit = 0);

/// Sorts each of the rows, of `columns` keys of 4 or 8 bytes, by itself. `bits` as `radix_sort`.
void sort_rows(const sorted_array& keys, std::ptrdiff_t rows, std::ptrdiff_t columns,
               stream_ref stream, int bits = 0);

/// The same; each key takes a payload of 4 bytes along. Stable.
void sort_rows(const sorted_array& keys, const sorted_array& payload, std::ptrdiff_t rows,
               std::ptrdiff_t columns, stream_ref stream, int bits = 0);

}  // namespace gpu::vendor
