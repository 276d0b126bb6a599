// SPDX-License-Identifier: BSD-3-Clause
// The constants of selections that are to be found by measuring.
#pragma once

#include <cstddef>

namespace gpu::execute::tuning {

inline constexpr int select_threads = 256;
/// Blocks of a multiprocessor that take tiles one after the other, not fewer than it runs at once;
/// and the threads for which it has registers, if values are selected.
inline constexpr std::ptrdiff_t select_resident_blocks = 8;
inline constexpr int select_resident_threads = 3 * select_threads;

/// Elements of a thread at most; bytes of them, read and selected, that it holds; and instructions
/// that the bodies of all of them may have.
inline constexpr int select_elements = 32;
inline constexpr std::size_t select_bytes = 128;
inline constexpr std::size_t select_instructions = 128;

/// Axes up to which index arithmetic is written out.
inline constexpr std::size_t select_axes = 8;

}  // namespace gpu::execute::tuning
