// SPDX-License-Identifier: BSD-3-Clause
// Kernels that scan rows, which one block keeps: it reads each element once.
#pragma once

#include <cstddef>

#include "graph/schedule/kernel.hpp"

namespace gpu::graph {

/// Threads of a block that keeps rows, at most; elements that each of them keeps, and elements of a
/// row.
inline constexpr std::ptrdiff_t max_scanning_threads = 1024;
inline constexpr std::ptrdiff_t max_scanned_elements = 16;
inline constexpr std::ptrdiff_t max_scanned_row = max_scanning_threads * max_scanned_elements;

/// How many elements of a row a thread has the registers for, with the accumulators of scans: a
/// power of two up to `max_scanned_elements`; 0 if there are too many scans.
[[nodiscard]] std::ptrdiff_t scanned_elements(const kernel& work);

/// Whether a block of a GPU can scan the rows of `work` as it has them: their elements are
/// neighbours in memory, and no more than its threads keep.
[[nodiscard]] bool keeps_scanned_rows(const kernel& work);

}  // namespace gpu::graph
