// SPDX-License-Identifier: BSD-3-Clause
// Reductions for which the host has a better way to take many elements than one after the other.
#pragma once

#include "deviations_block.hpp"
#include "extreme_blocks.hpp"

#include <gpu/elementwise/support/cast.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::reductions {
struct all;
struct any;
}  // namespace gpu::reductions

namespace gpu::execute::detail {

/// Stops where the result is known.
template <bool Decisive>
struct truth_block {
  template <class T>
  GPU_HD static void take(bool& state, std::ptrdiff_t count, const T* x) {
    if (state == Decisive) return;
    unsigned found = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i)
      found |= static_cast<unsigned>(math::is_true(x[i]) == Decisive);
    if (found != 0) state = Decisive;
  }
  template <class T>
  GPU_HD static void take_rows(bool* states, std::ptrdiff_t rows, std::ptrdiff_t count,
                               element_rows<T> x) {
    using word = std::conditional_t<
        sizeof(T) == 1, std::uint8_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
    word found[strip_length];
    for (std::ptrdiff_t first = 0; first < count; first += strip_length) {
      const std::ptrdiff_t part = std::min(strip_length, count - first);
      for (std::ptrdiff_t i = 0; i < part; ++i) found[i] = 0;
      for (std::ptrdiff_t r = 0; r < rows; ++r) {
        const T* const row = x[r] + first;
        for (std::ptrdiff_t i = 0; i < part; ++i)
          found[i] |= static_cast<word>(math::is_true(row[i]) == Decisive);
      }
      for (std::ptrdiff_t i = 0; i < part; ++i)
        if (found[i] != 0) states[first + i] = Decisive;
    }
  }
};
template <>
struct block_of<reductions::any> : truth_block<true> {};
template <>
struct block_of<reductions::all> : truth_block<false> {};

}  // namespace gpu::execute::detail
