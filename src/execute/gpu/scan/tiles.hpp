// SPDX-License-Identifier: BSD-3-Clause
// How the threads of a scan share its lines: the stages of its plan that know no addresses.
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

/// Vectors along what is nearest in memory: a line, or the lines side by side.
struct scan_vectors {
  std::ptrdiff_t width;  ///< elements of one
  std::ptrdiff_t count;
  bool has_tail;
};

[[nodiscard]] scan_vectors choose_vectors(const scan_iteration& space, const scan_costs& costs);

/// The threads that scan lines.
struct scan_threads {
  std::ptrdiff_t team;        ///< of one line; a thread that has lines alone scans them in turn
  std::ptrdiff_t width;       ///< vectors of other lines side by side
  std::ptrdiff_t threads;     ///< of a block
  std::ptrdiff_t max_unroll;  ///< vectors of a thread
  std::ptrdiff_t strips = 1;  ///< of `width` vectors, side by side
};

[[nodiscard]] scan_threads share_lines(const graph::kernel& work, const scan_iteration& space,
                                       const scan_costs& costs, const scan_vectors& vectors);

/// Segments of lines that a block scans at once, and what they hand on.
struct scan_tiles {
  std::ptrdiff_t unroll;
  std::ptrdiff_t groups;
  std::ptrdiff_t count;  ///< of a line
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
