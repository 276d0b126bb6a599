// SPDX-License-Identifier: BSD-3-Clause
// Squares of elements that are turned in vectors of 16 bytes: not for compilers without those.
#pragma once

#include <cstddef>
#include <utility>

namespace gpu::execute {

#ifdef __GNUC__
/// Each column of the square is a vector.
template <class T>
struct transpose_block {
  static constexpr std::ptrdiff_t side = 16 / sizeof(T);
  using vector [[gnu::vector_size(16)]] = T;

  /// Columns become rows. Two of them interleaved, the first with the first of the other half and
  /// so on, bring elements nearer by one bit of their place.
  [[gnu::always_inline]] static inline void turn(vector (&lines)[side]) {
#pragma GCC unroll 4
    for (std::ptrdiff_t done = 1; done < side; done *= 2)
      interleave(lines, std::make_index_sequence<side>());
  }

 private:
  template <std::size_t... I>
  [[gnu::always_inline]] static inline void interleave(vector (&lines)[side],
                                                       std::index_sequence<I...>) {
    constexpr std::ptrdiff_t half = side / 2;
    vector next[side];
#pragma GCC unroll 8
    for (std::ptrdiff_t k = 0; k < half; ++k) {
      next[2 * k] = __builtin_shufflevector(lines[k], lines[k + half], (I / 2 + I % 2 * side)...);
      next[2 * k + 1] =
          __builtin_shufflevector(lines[k], lines[k + half], (half + I / 2 + I % 2 * side)...);
    }
#pragma GCC unroll 16
    for (std::ptrdiff_t k = 0; k < side; ++k) lines[k] = next[k];
  }
};
#endif

}  // namespace gpu::execute
