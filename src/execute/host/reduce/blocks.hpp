// SPDX-License-Identifier: BSD-3-Clause
// The blocks of reductions on the host: from it follows the order in which they are
// put together.
#pragma once

#include <cstddef>

namespace gpu::execute {

/// Elements that are read together, whose inputs are computed into a buffer.
inline constexpr std::ptrdiff_t block_elements = 1 << 15;
/// Elements that one task, or one group of rows that several passes go over, takes about.
inline constexpr std::ptrdiff_t task_elements = 1 << 16;
inline constexpr std::ptrdiff_t max_tasks = 256;
/// Kept elements of a contiguous span.
inline constexpr std::ptrdiff_t kept_span = 4096;
/// Neighbouring rows that a task has at least: fewer would make it jump through memory.
inline constexpr std::ptrdiff_t min_kept_span = 512;
/// Elements that a task has at least for each of its own accumulators.
inline constexpr std::ptrdiff_t min_rows = 64;
/// Rows that kept accumulators take one after the other: chains of additions stay short.
inline constexpr std::ptrdiff_t chained_rows = 32;
/// Kept elements side by side below which they are put together by rows, and elements of the inner
/// axes from which those of outer axes are taken as they lie.
inline constexpr std::ptrdiff_t narrow_span = 8;
inline constexpr std::ptrdiff_t large_slice = 1024;
/// Columns that are gathered together at least: whole lines of the cache.
inline constexpr std::ptrdiff_t gathered_columns = 64;

}  // namespace gpu::execute
