// SPDX-License-Identifier: BSD-3-Clause
// The constants of histograms that are to be found by measuring.
#pragma once

#include <cstddef>

namespace gpu::execute::tuning {

/// Shared memory of a block for copies of the counts, beside which another block is resident: half
/// of 196 KiB, which leaves the cache 60, less what each block has for the system.
inline constexpr std::ptrdiff_t histogram_bytes = 97 * 1024;

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

/// Limbs of a sum of weights, and the bits that each has at least, if blocks add as few weights as
/// that takes: see kernels/primitives/limb_sum.hpp. More bits take more blocks, each of which
/// empties all its bins.
struct sum_limbs {
  int count = 0;
  int bits = 0;
};

/// All of the mantissa of weights 2^11 times smaller than the largest, 2^10 times for float64. Five
/// limbs of 14 bits, of which four are enough for random numbers, were slower: for more blocks.
inline constexpr sum_limbs float32_limbs{3, 12};
inline constexpr sum_limbs float64_limbs{5, 13};
inline constexpr sum_limbs few_float64_limbs{4, 16};  ///< where there is no room for five

/// What the grid handles at once, or less.
inline constexpr std::ptrdiff_t histogram_index_margin = 1 << 24;

/// Axes up to which index arithmetic is written out.
inline constexpr std::size_t histogram_axes = 8;

}  // namespace gpu::execute::tuning
