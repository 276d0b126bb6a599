// SPDX-License-Identifier: BSD-3-Clause
// Where the best element of a long block is, found while it is looked for. Compilers find no
// vectors for that by themselves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "execute/host/vector_lanes.hpp"

namespace gpu::execute::detail {

/// Whether the first is the better one; not if one is nan.
template <bool Largest, class T>
GPU_HD bool is_better(const T& x, const T& y) {
  return Largest ? x > y : x < y;
}

#ifdef __GNUC__

/// The best of one to `max_chunks` chunks of 256 bytes; the last may begin in the one before. Each
/// lane of a vector knows in which chunk its own best is: only that chunk is searched.
template <bool Largest, class T>
class extremum_chunk {
  using vector [[gnu::vector_size(32)]] = T;
  using truths = decltype(vector{} != vector{});
  using number = truth_of<T>;
  using place = std::make_unsigned_t<number>;  ///< in a chunk
  using places [[gnu::vector_size(32)]] = place;

  static constexpr std::ptrdiff_t vectors = 8;
  static constexpr std::ptrdiff_t lanes = 32 / sizeof(T);
  static constexpr number no_chunk = 127;

 public:
  static constexpr std::ptrdiff_t length = vectors * lanes;
  static constexpr std::ptrdiff_t max_chunks = no_chunk;

  T top;         ///< unless there is a nan
  bool has_nan;  ///< nothing else is known then

  GPU_HD extremum_chunk(std::ptrdiff_t count, const T* x) {
    vector best;
    truths nans{};
    truths chunks{};
    number chunk = 0;
    take(best, nans, x);
    for (std::ptrdiff_t i = length; i < count; i += length) {
      vector own;
      take(own, nans, x + std::min(i, count - length));
      const truths gains = Largest ? own > best : own < best;
      best = gains ? own : best;
      chunks = gains ? truths{} + ++chunk : chunks;
    }
    top = extremum_lane<Largest>(best);
    has_nan = extremum_lane<false>(nans) != 0;
    chunks = best == top ? chunks : truths{} + no_chunk;
    first_ = std::min(extremum_lane<false>(chunks) * length, count - length);
  }

  /// The number of the first element that is the best.
  [[nodiscard]] GPU_HD std::ptrdiff_t position(const T* x) const {
    places own{};
    for (std::ptrdiff_t k = 0; k < lanes; ++k) own[k] = static_cast<place>(k);
    places found = places{} - 1;
    for (std::ptrdiff_t k = vectors; k-- > 0;) {
      vector y;
      read(y, x + first_ + k * lanes);
      found = y == top ? own + static_cast<place>(k * lanes) : found;
    }
    return first_ + static_cast<std::ptrdiff_t>(extremum_lane<false>(found));
  }

 private:
  GPU_HD static void read(vector& y, const T* x) { std::memcpy(&y, x, sizeof(y)); }

  /// The best of each lane of `Count` vectors, and whether there is a nan.
  template <std::ptrdiff_t Count = vectors>
  GPU_HD static void take(vector& best, truths& nans, const T* x) {
    if constexpr (Count == 1) {
      read(best, x);
      if constexpr (std::is_floating_point_v<T>) nans |= best != best;
    } else {
      vector other;
      take<Count / 2>(best, nans, x);
      take<Count / 2>(other, nans, x + Count / 2 * lanes);
      best = (Largest ? best > other : best < other) ? best : other;
    }
  }

  std::ptrdiff_t first_;
};

#endif

}  // namespace gpu::execute::detail
