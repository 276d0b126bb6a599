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
};

/// Their positions.
struct position_rows {
  affine_positions first;
  long long step;

  GPU_HD long long at(std::ptrdiff_t row, std::ptrdiff_t i) const { return first[i] + row * step; }
};

/// `take(state, count, in...)`: one state takes at most `block_length` elements. `take_each(states,
/// count, in...)`: each state takes one. `take_rows(states, rows, count, in...)`: each state takes
/// one of each row. Without them there is no better way.
template <class Op>
struct block_of {};

inline constexpr std::ptrdiff_t block_length = 2048;
/// Neighbouring states that rows are taken for at once.
inline constexpr std::ptrdiff_t strip_length = 512;

}  // namespace gpu::execute::detail
