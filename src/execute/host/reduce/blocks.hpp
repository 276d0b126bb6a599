// SPDX-License-Identifier: BSD-3-Clause
// Into what reductions on the host cut their elements: from it follows the order in which they are
// put together.
#pragma once

#include <cstddef>

namespace gpu::execute {

/// Elements of a box, whose inputs are computed into a buffer.
inline constexpr std::ptrdiff_t block_elements = 1 << 15;
/// Elements that one task, or one group of rows that several passes go over, takes about.
inline constexpr std::ptrdiff_t task_elements = 1 << 16;
inline constexpr std::ptrdiff_t max_tasks = 256;
/// Elements of a run of kept elements.
inline constexpr std::ptrdiff_t kept_run = 4096;
/// Neighbouring rows that a task has at least: fewer would make it jump through memory.
inline constexpr std::ptrdiff_t min_kept_run = 512;
/// Elements that a task has at least for each of its own states.
inline constexpr std::ptrdiff_t min_rows = 64;
/// Rows that kept states take one after the other: chains of additions stay short.
inline constexpr std::ptrdiff_t chained_rows = 32;
/// Kept elements side by side below which they are put together by rows, and elements of the inner
/// axes from which those of outer axes are taken as they lie.
inline constexpr std::ptrdiff_t narrow_run = 8;
inline constexpr std::ptrdiff_t large_slice = 1024;

}  // namespace gpu::execute
