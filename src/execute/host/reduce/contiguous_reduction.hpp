// SPDX-License-Identifier: BSD-3-Clause
// What a reduction has for which the host knows a better way to take many elements than one after
// the other.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#include <cstddef>

namespace gpu::execute::detail {

/// Positions along a run: read as if they were in memory.
struct affine_positions {
  long long first;
  long long step;

  GPU_HD long long operator[](std::ptrdiff_t i) const { return first + i * step; }
  GPU_HD affine_positions operator+(std::ptrdiff_t i) const { return {first + i * step, step}; }
};

/// Rows of elements, in memory.
template <class T>
struct element_rows {
  const char* data;
  std::ptrdiff_t step_bytes;

  GPU_HD const T* operator[](std::ptrdiff_t row) const {
    return reinterpret_cast<const T*>(data + row * step_bytes);
  }
  /// From element `i` of each on.
  GPU_HD element_rows from(std::ptrdiff_t i) const {
    return {data + i * static_cast<std::ptrdiff_t>(sizeof(T)), step_bytes};
  }
  /// From row `row` on.
  GPU_HD element_rows below(std::ptrdiff_t row) const {
    return {data + row * step_bytes, step_bytes};
  }
};

/// Their positions.
struct position_rows {
  affine_positions first;
  long long step;

  GPU_HD affine_positions operator[](std::ptrdiff_t row) const {
    return {first.first + row * step, first.step};
  }
  GPU_HD long long at(std::ptrdiff_t row, std::ptrdiff_t i) const { return first[i] + row * step; }
};

/// `take(state, count, in...)`: one state takes at most `block_length` elements.
/// `accumulate_each(states, count, in...)`: each state takes one. `reduce_rows(states, rows, count,
/// in...)`: each state takes one of each row. Without them there is no better way. If the block
/// `is_exact`, then it gives the same state however elements are put together.
template <class Op>
struct block_of {};

/// Elements from which a block that rounds is worth its beginning, and how many it takes at most.
inline constexpr std::ptrdiff_t min_block = 32;
inline constexpr std::ptrdiff_t block_length = 2048;
/// Elements of an exact block are in the first cache if they are needed again.
inline constexpr std::ptrdiff_t exact_block_bytes = 1 << 14;

template <class Block>
inline constexpr bool is_exact = false;
template <class Block>
requires requires {
  Block::is_exact;
}
inline constexpr bool is_exact<Block> = Block::is_exact;
/// Rows that are taken at once, at the most.
inline constexpr std::ptrdiff_t max_rows = 1024;
/// Neighbouring states that rows are taken for at once.
inline constexpr std::ptrdiff_t strip_length = 512;

}  // namespace gpu::execute::detail
