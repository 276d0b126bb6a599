// SPDX-License-Identifier: BSD-3-Clause
// Rows that several blocks reduce together.
#pragma once

#include <cstddef>

#include "execute/gpu/reduce/loop.hpp"
#include "execute/gpu/reduce/operands.hpp"

namespace gpu::execute {

struct splits_request {
  std::ptrdiff_t steps;          ///< of a row, or of a tile of columns
  std::ptrdiff_t blocks;         ///< without splits: rows, or tiles
  std::ptrdiff_t max_blocks;     ///< more are of no use
  std::ptrdiff_t total_bytes;    ///< that are read
  std::ptrdiff_t step_multiple;  ///< a split has a multiple of so many steps
  std::ptrdiff_t max_steps;      ///< of a split
};

struct row_splits {
  std::ptrdiff_t count = 1;
  std::ptrdiff_t steps = 1;  ///< of each, the last one apart
};

/// As many splits as make enough blocks for the bytes, none of them with too many steps.
[[nodiscard]] row_splits split_rows(const splits_request& request);

/// Bytes that a reduction reads, if its operands are as large as its space.
[[nodiscard]] std::ptrdiff_t total_bytes(const reduction_loop& loop,
                                         const element_costs& costs) noexcept;

}  // namespace gpu::execute
