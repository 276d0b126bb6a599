// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::execute {

/// One side of a copy over a grid: element (r, c) lies at `data + (r * row + c * column) * size`.
template <class Byte>
struct grid_side {
  Byte* data;
  std::ptrdiff_t row;
  std::ptrdiff_t column;
};

/// Copies `rows` x `columns` elements of `size` bytes: 1, 2, 4, 8 or 16. The two sides are the same
/// memory with the same access pattern, or do not overlap.
void copy_grid(grid_side<char> to, grid_side<const char> from, std::ptrdiff_t rows,
               std::ptrdiff_t columns, std::size_t size);

/// Element (r, c) of `to`, of `columns` int64 in each row, becomes `first + r * row + c * column`.
void fill_affine(std::int64_t* to, std::int64_t first, std::int64_t row, std::int64_t column,
                 std::ptrdiff_t rows, std::ptrdiff_t columns);

}  // namespace gpu::execute
