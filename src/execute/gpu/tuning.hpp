// SPDX-License-Identifier: BSD-3-Clause
// The constants of elementwise launches that were found by measuring, in one place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gpu::execute::tuning {

inline constexpr int threads = 256;

/// Bytes of one access to the widest operand.
inline constexpr int access_bytes = 16;

/// The body is written out `vector * unroll` times; more than this many instructions in all only
/// cost registers and compile time.
inline constexpr std::size_t max_instructions = 256;

/// Accesses of a thread to each operand before it computes: more if they are narrow. Wide ones need
/// only one, as other warps hide what they wait for.
[[nodiscard]] constexpr int unroll(int vector, int widest_bytes, std::size_t instructions) {
  const int bytes = vector * widest_bytes;
  int count = bytes >= access_bytes ? 1 : bytes >= 8 ? 2 : 4;
  const std::size_t each =
      static_cast<std::size_t>(vector) * std::max<std::size_t>(instructions, 1);
  while (count > 1 && static_cast<std::size_t>(count) * each > max_instructions) count /= 2;
  return count;
}

/// A tile of the transposed skeleton: elements along the columns of what is read, and along those
/// of what is written.
struct tile_shape {
  int rows;
  int columns;
  int threads;
};

/// Keeps at least 128 bytes together on both sides; 256 if elements are not narrow.
[[nodiscard]] constexpr tile_shape tile_of(int element_bytes) {
  if (element_bytes == 1) return {128, 128, threads};
  if (element_bytes <= 4) return {64, 64, threads};
  return {element_bytes == 8 ? 32 : 16, 32, threads};
}

/// For narrow elements, if there are so many of these tiles: 256 bytes are read together, and
/// written together, for which memory is faster.
[[nodiscard]] constexpr tile_shape large_tile_of(int element_bytes) {
  if (element_bytes == 1) return {256, 256, 2 * threads};
  if (element_bytes == 2) return {128, 128, threads};
  return tile_of(element_bytes);
}
inline constexpr std::ptrdiff_t tiles_threshold = 1024;

/// Shared memory that the tiles of one block may take: what every architecture has. A kernel must
/// ask for more than `unasked_bytes`.
inline constexpr int tile_bytes = 64 * 1024;
inline constexpr int unasked_bytes = 48 * 1024;

/// Extents below which a tile, or a row, is not worth it.
inline constexpr std::ptrdiff_t min_tile_extent = 8;
inline constexpr std::ptrdiff_t min_row = 4;

/// interleaved: extents of axes, and distances of items, that are short; elements of a kernel that
/// are worth it, and items of a row for each vector; what a thread holds in registers.
inline constexpr std::ptrdiff_t max_channels = 8;
inline constexpr std::ptrdiff_t interleaved_threshold = 4096;
inline constexpr std::ptrdiff_t min_vectors_of_items = 4;
inline constexpr std::ptrdiff_t interleaved_bytes = 512;

/// Spans: elements behind those of a thread; operands that are parts of others' spans from which a
/// kernel of its own for their distances is worth it, and elements; bytes that a thread holds in
/// registers.
inline constexpr std::ptrdiff_t max_span_rest = 64;
inline constexpr std::size_t min_span_parts = 2;
inline constexpr std::ptrdiff_t span_threshold = 1 << 14;
inline constexpr std::size_t span_bytes = 320;

/// Bytes of an array that the caches keep in any case until they are read again; of part of a row,
/// for which other rows that read the same follow it at once.
inline constexpr std::ptrdiff_t cached_bytes = 8 * 1024 * 1024;
inline constexpr std::ptrdiff_t reused_row_bytes = 64 * 1024;

/// Reductions. None of these may depend on the device: they decide in which order elements are
/// combined.

/// Bytes of elements that are worth a block of their own, up to so many blocks.
inline constexpr std::ptrdiff_t split_bytes = 16 * 1024;
inline constexpr std::ptrdiff_t blocks_threshold = 1024;

/// reduce_outer: bytes that are worth a block of their own, beyond so many blocks, and up to so
/// many.
inline constexpr std::ptrdiff_t outer_bytes = 512 * 1024;
inline constexpr std::ptrdiff_t min_outer_blocks = 256;
inline constexpr std::ptrdiff_t outer_blocks_threshold = 1536;

/// reduce_outer, of as many bytes (four times as many if accumulators are not small), in accesses of
/// so many, and up to so many tiles: blocks that run at once on an H200, as two of them fit each of
/// its 132 multiprocessors; vectors side by side in a tile, at most; what a thread's accumulators
/// may take of its registers; what a small one takes; and accesses before a thread computes, if
/// accumulators are small, as the next ones are then on their way meanwhile.
inline constexpr std::ptrdiff_t whole_row_bytes = 64 << 20;
inline constexpr std::ptrdiff_t whole_row_access_bytes = 8;
inline constexpr std::ptrdiff_t whole_row_tiles = 32;
inline constexpr std::ptrdiff_t whole_row_blocks = 264;
inline constexpr int whole_row_threads = 512;
inline constexpr std::ptrdiff_t whole_row_width = 32;
inline constexpr std::size_t whole_row_accumulators = 128;
inline constexpr std::size_t whole_row_small_accumulator = 16;
inline constexpr int whole_row_unroll = 4;

/// Vectors of a thread beyond which rows have more splits, and the most splits.
inline constexpr std::ptrdiff_t max_steps = 256;
inline constexpr std::ptrdiff_t max_splits = 8192;

/// Rows, or tiles, with counters for their splits: more of them are enough blocks.
inline constexpr std::ptrdiff_t max_counters = 4096;

/// Vectors of a row up to which a thread takes several rows at once.
inline constexpr std::ptrdiff_t short_row = 32;

/// reduce_pairs: rows and columns of a thread, at most; what their accumulators may take; and how
/// many instructions the body may become that is written out for each element of each pair.
inline constexpr std::ptrdiff_t pair_rows = 8;
inline constexpr std::ptrdiff_t pair_columns = 4;
inline constexpr std::size_t pair_accumulator_bytes = 128;
inline constexpr std::size_t max_pair_instructions = 768;
/// The share of what a thread would load for each element alone up to which pairs are worth it.
inline constexpr double max_pair_loads = 0.4;
/// Columns side by side in a block; vectors of a thread for which others may take part of a row,
/// so many of them that they read a line of the cache; and from which they must, since a thread
/// adds them one after the other; threads that keep a GPU busy; blocks among which rows are split.
inline constexpr int pair_width = 4;  ///< logarithm
inline constexpr std::ptrdiff_t min_pair_steps = 4;
inline constexpr std::ptrdiff_t pair_team = 8;
inline constexpr std::ptrdiff_t pair_threads = 1 << 17;
inline constexpr std::ptrdiff_t pair_blocks = 512;

/// Vectors side by side from which a warp takes 16 of them.
inline constexpr std::ptrdiff_t side_vectors_threshold = 1024;

/// Vectors side by side from which a thread may reduce a column alone, if it has few elements and
/// there are many columns.
inline constexpr std::ptrdiff_t wide_run = 8;
inline constexpr std::ptrdiff_t max_inlined_steps = 64;
inline constexpr std::ptrdiff_t column_vectors_threshold = 1 << 16;

/// Accumulators of a thread, and what one takes at most.
inline constexpr int max_accumulators = 8;
/// Bytes of accumulators that leave a thread enough registers where 1024 threads have theirs.
inline constexpr std::size_t register_accumulators = 64;
inline constexpr std::size_t max_accumulator_bytes = 32;

/// Vectors of a row that a thread holds over all passes, of all arguments together; threads of a
/// block that holds a row.
inline constexpr std::ptrdiff_t max_items_per_thread = 8;
inline constexpr int max_threads = 1024;

/// Blocks of a cluster that share a row. Threads up to which one block has a row for itself: of
/// larger blocks too few are resident for some to read while others write. What the accumulators of
/// all warps of a cluster may take of shared memory.
inline constexpr int max_cluster = 8;
inline constexpr int alone_threads = 512;
inline constexpr std::size_t exchange_bytes = 40 * 1024;

/// persistent_columns: bytes of a step side by side in a block, fewer if it would be too large.
inline constexpr std::ptrdiff_t column_bytes = 128;
/// From how many threads of a column, as a logarithm, a block has as many threads as it may.
inline constexpr int tall_height = 5;
/// Up to how many vectors side by side, as a logarithm, warps combine first what they have; bytes
/// that each thread of a block keeps from which the block reads ahead; how many blocks do so
/// together.
inline constexpr int max_warp_team = 4;
inline constexpr std::ptrdiff_t ahead_bytes = 128;
inline constexpr std::uint8_t ahead_blocks = 2;

/// Scans. None of these may depend on the device either.

/// Bytes of accumulators, and of elements, that a thread holds; the same where blocks tell each
/// other what precedes a tile, if that leaves so many tiles.
inline constexpr std::ptrdiff_t scanned_bytes = 64;
inline constexpr std::ptrdiff_t look_back_bytes = 256;
inline constexpr std::ptrdiff_t look_back_tiles_threshold = 512;
/// Bytes of the accumulators of one vector of segments side by side: blocks have them in shared
/// memory.
inline constexpr std::ptrdiff_t side_bytes = 32;

/// Vectors side by side from which a thread scans its own alone; and blocks of segments side by
/// side from which each scans its own alone, and how many vectors side by side those have.
inline constexpr std::ptrdiff_t columns_threshold = 1 << 17;
inline constexpr std::ptrdiff_t segments_threshold = 1024;
inline constexpr std::ptrdiff_t alone_width = 16;

/// Threads of a block where blocks tell each other; vectors side by side that it has: a line of the
/// cache; vectors side by side from which a thread holds half as many bytes.
inline constexpr std::ptrdiff_t look_back_threads = 128;
inline constexpr std::ptrdiff_t look_back_width = 8;
inline constexpr std::ptrdiff_t look_back_groups_threshold = 1024;

/// What the launch argument buffer holds on every architecture and driver.
inline constexpr std::size_t argument_bytes = 4096;

/// More than any block handles beyond the end of an extent.
inline constexpr std::ptrdiff_t index_margin = 1 << 16;

}  // namespace gpu::execute::tuning
