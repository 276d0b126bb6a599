// SPDX-License-Identifier: BSD-3-Clause
// The constants of elementwise launches that were found by measuring, in one place.
#pragma once

#include <algorithm>
#include <cstddef>

namespace gpu::execute::tuning {

inline constexpr int threads = 256;

/// Bytes of one access to the widest operand.
inline constexpr int access_bytes = 16;

/// The body is written out `vector * unroll` times; more than this many instructions in all only
/// cost registers and compile time.
inline constexpr std::size_t most_instructions = 256;

/// Accesses of a thread to each operand before it computes: more if they are narrow. Wide ones need
/// only one, as other warps hide what they wait for.
[[nodiscard]] constexpr int unroll(int vector, int widest_bytes, std::size_t instructions) {
  const int bytes = vector * widest_bytes;
  int count = bytes >= access_bytes ? 1 : bytes >= 8 ? 2 : 4;
  const std::size_t each =
      static_cast<std::size_t>(vector) * std::max<std::size_t>(instructions, 1);
  while (count > 1 && static_cast<std::size_t>(count) * each > most_instructions) count /= 2;
  return count;
}

/// Side of the square tile of the transposed skeleton, in elements; keeps 128 bytes of a column
/// together.
[[nodiscard]] constexpr int tile_side(int element_bytes) {
  return element_bytes == 1 ? 128 : element_bytes <= 4 ? 64 : 32;
}

/// Shared memory that the tiles of one block may take.
inline constexpr int tile_bytes = 48 * 1024;

/// Extents below which a tile, or a row, is not worth it.
inline constexpr std::ptrdiff_t least_tile_extent = 8;
inline constexpr std::ptrdiff_t least_row = 4;

/// What the launch argument buffer holds on every architecture and driver.
inline constexpr std::size_t argument_bytes = 4096;

/// More than any block handles beyond the end of an extent.
inline constexpr std::ptrdiff_t index_margin = 1 << 16;

}  // namespace gpu::execute::tuning
