// SPDX-License-Identifier: BSD-3-Clause
// Kernels whose rows are columns in memory: neighbouring elements belong to different rows.
#pragma once

#include "graph/schedule/kernel.hpp"

namespace gpu::graph {

/// Bytes of elements that a thread holds; and how many threads have the registers for them, beside
/// accumulators.
inline constexpr std::ptrdiff_t persistent_column_bytes = 256;
inline constexpr int max_persistent_threads = 512;
/// Shared memory for the accumulators of a block.
inline constexpr std::size_t column_accumulator_bytes = 40 * 1024;

/// Whether neighbours in memory belong to different rows of a kernel that reduces, in the operand
/// of which most is read.
[[nodiscard]] bool has_columns(const kernel& work);

/// The threads that a block may have of which each holds elements of columns: the accumulators of
/// all of them must fit its shared memory. 0 if that has no room for those of a warp.
[[nodiscard]] int max_column_threads(const kernel& work);

/// Whether a block of a GPU has the registers for all elements of neighbouring columns, and thus
/// reads them once.
[[nodiscard]] bool holds_columns(const kernel& work);

/// Whether a kernel for a GPU that goes over columns more than once is slower than one kernel for
/// each of its passes and one for the result: each of those reads neighbours together.
[[nodiscard]] bool is_faster_by_passes(const kernel& work);

}  // namespace gpu::graph
