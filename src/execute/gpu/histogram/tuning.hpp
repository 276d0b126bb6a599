// SPDX-License-Identifier: BSD-3-Clause
// The constants of histograms that are to be found by measuring.
#pragma once

#include <cstddef>

namespace gpu::execute::tuning {

/// Shared memory of a block for copies of the counts, beside which another block is resident.
inline constexpr std::ptrdiff_t histogram_bytes = 96 * 1024;

/// Copies below which one does as well: few lanes share one, but those of the same bank still meet.
inline constexpr int min_histogram_copies = 8;

/// Cells of the table in front of uneven edges, 4 bytes each: so that most have one edge at most.
inline constexpr std::ptrdiff_t histogram_cells_per_bin = 16;
inline constexpr std::ptrdiff_t max_histogram_cells = 16384;

/// Elements that a thread reads before it counts, in up to four accesses; and the instructions that
/// the bodies of all of them may have.
inline constexpr int histogram_elements = 16;
inline constexpr std::size_t histogram_instructions = 64;

/// Elements that a block counts at most: counts in shared memory have 32 bits.
inline constexpr std::ptrdiff_t histogram_block_elements = std::ptrdiff_t{1} << 31;

/// More than the whole grid handles at once.
inline constexpr std::ptrdiff_t histogram_index_margin = 1 << 24;

/// Axes up to which index arithmetic is written out.
inline constexpr std::size_t histogram_axes = 8;

}  // namespace gpu::execute::tuning
