// SPDX-License-Identifier: BSD-3-Clause
// How the threads of a scan share its segments: the stages of its plan that know no addresses.
#pragma once

#include <cstddef>

#include <gpu/kernels/abi.hpp>

#include "execute/scan_iteration.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Of one element; 0 unless the operand is an array.
[[nodiscard]] std::size_t bytes_of(const graph::kernel& work, std::size_t operand);

/// What one element takes.
struct scan_costs {
  std::ptrdiff_t widest_bytes = 1;  ///< of the elements of operands
  std::ptrdiff_t read_bytes = 0;
  std::ptrdiff_t accumulator_bytes = 0;
  std::ptrdiff_t instructions = 1;
};

[[nodiscard]] scan_costs costs_of(const graph::kernel& work);

/// Vectors along what is nearest in memory: a segment, or the segments side by side.
struct scan_vectors {
  std::ptrdiff_t width;  ///< elements of one
  std::ptrdiff_t count;
  bool has_tail;
};

[[nodiscard]] scan_vectors choose_vectors(const scan_iteration& space, const scan_costs& costs);

/// The threads that scan segments.
struct scan_threads {
  std::ptrdiff_t team;     ///< of one segment; a thread that has segments alone scans them in turn
  std::ptrdiff_t width;    ///< vectors of other segments side by side
  std::ptrdiff_t threads;  ///< of a block
  std::ptrdiff_t max_unroll;          ///< vectors of a thread
  std::ptrdiff_t segment_blocks = 1;  ///< of `width` vectors, side by side
};

[[nodiscard]] scan_threads share_segments(const graph::kernel& work, const scan_iteration& space,
                                          const scan_costs& costs, const scan_vectors& vectors);

/// Tiles of the segments: what a block scans at once, and what tiles hand on.
struct scan_tiles {
  std::ptrdiff_t unroll;
  std::ptrdiff_t groups;
  std::ptrdiff_t count;  ///< of a segment
  kernels::carried carry;
  std::ptrdiff_t grid;
};

[[nodiscard]] scan_tiles choose_tiles(const scan_iteration& space, const scan_vectors& vectors,
                                      const scan_threads& threads);

/// Of what tiles tell each other, with the dynamic tile id; 0 if they tell nothing.
[[nodiscard]] std::size_t status_bytes(const scan_iteration& space, const scan_costs& costs,
                                       const scan_vectors& vectors, const scan_threads& threads,
                                       const scan_tiles& tiles);

}  // namespace gpu::execute
