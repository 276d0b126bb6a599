// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/ceil_div.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

/// The threads of a block: along a row, and for rows one above the other.
struct row_block {
  std::ptrdiff_t across;
  std::ptrdiff_t down;
};

/// Threads for `rows` rows of `vectors` vectors each.
[[nodiscard]] constexpr row_block shape_block(std::ptrdiff_t vectors, std::ptrdiff_t rows) {
  const std::ptrdiff_t tiles = ceil_div(vectors, tuning::threads);
  std::ptrdiff_t across = ceil_div(vectors, tiles);
  if (tiles > 1) across = ceil_div(across, 32) * 32;
  return {across, std::clamp<std::ptrdiff_t>(tuning::threads / across, 1, rows)};
}

/// The same, of many rows that lie one above the other: they find what they read of the same rows
/// in the cache of a multiprocessor.
[[nodiscard]] constexpr row_block shape_tall_block(std::ptrdiff_t vectors, std::ptrdiff_t rows) {
  constexpr std::ptrdiff_t warp = 32;
  const std::ptrdiff_t across = std::min(vectors, warp);
  return {across, std::clamp<std::ptrdiff_t>(tuning::threads / across, 1, rows)};
}

}  // namespace gpu::execute
