// SPDX-License-Identifier: BSD-3-Clause
// Sorts short rows on the host, many of them at once: lane l of a vector holds an element of row l,
// and a sorting network compares and exchanges whole vectors. A row that has no others beside it
// takes all lanes.
#pragma once

#include <cstddef>

#include <gpu/core/dtype.hpp>

namespace gpu::detail {

/// Rows of elements that are no complex numbers, one after the other.
struct network_rows {
  const std::byte* in;
  dtype type;
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
  bool descending;
};

/// Whether the functions below are for so many rows of so many elements, many at once.
[[nodiscard]] bool suits_network(dtype type, std::ptrdiff_t rows, std::ptrdiff_t columns) noexcept;
/// Whether `sort_by_network` is for any number of them, one after the other.
[[nodiscard]] bool suits_row_network(dtype type, std::ptrdiff_t columns) noexcept;

/// To `out`, each row sorted by the keys of gpu/elementwise/support/sort_key.hpp: nans become the
/// same and are the largest, and -0 comes before 0.
void sort_by_network(const network_rows& rows, std::byte* out);

/// To `out`, the positions in each row that sort it stably, 0 and -0 being equal.
/// @param position_bytes  4 or 8: of an unsigned integer in `out`
void order_by_network(const network_rows& rows, std::byte* out, std::size_t position_bytes);

}  // namespace gpu::detail
