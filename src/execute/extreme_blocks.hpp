// SPDX-License-Identifier: BSD-3-Clause
// Extremes of blocks, and their positions.
#pragma once

#include "reduction_block.hpp"

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/kernels/candidate.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::reductions {
struct max;
struct min;
}  // namespace gpu::reductions

namespace gpu::execute::detail {

/// Whether the first is the better one; not if one is nan.
template <bool Largest, class T>
GPU_HD bool is_better(const T& x, const T& y) {
  return Largest ? x > y : x < y;
}

/// The best element of a block, and whether there is a nan.
template <bool Largest, class T>
struct best_of_block {
  using wide = computed<T>;
  static constexpr std::ptrdiff_t few = 16;
  static constexpr std::ptrdiff_t many = sizeof(T) == 1 ? 256 : 64;

  wide top;
  bool has_nan;

  GPU_HD best_of_block(std::ptrdiff_t count, const T* x) : top(static_cast<wide>(x[0])) {
    std::ptrdiff_t i = 0;
    unsigned nans = 0;
    if (count >= few) {
      wide best[many];
      i = count >= many ? many : few;
      for (std::ptrdiff_t k = 0; k < i; ++k) best[k] = static_cast<wide>(x[k]);
      for (; i + many <= count; i += many) take<many>(best, x + i);
      if (count >= many) {
        for (std::ptrdiff_t k = 0; k < many; ++k)
          nans |= static_cast<unsigned>(math::isnan(best[k]));
        fold<many / 2, few>(best);
      }
      for (; i + few <= count; i += few) take<few>(best, x + i);
      for (std::ptrdiff_t k = 0; k < few; ++k) nans |= static_cast<unsigned>(math::isnan(best[k]));
      fold<few / 2, 1>(best);
      top = best[0];
    }
    for (; i < count; ++i) {
      const wide y = static_cast<wide>(x[i]);
      nans |= static_cast<unsigned>(math::isnan(y));
      top = is_better<Largest>(y, top) ? y : top;
    }
    has_nan = nans != 0 || math::isnan(static_cast<wide>(x[0]));
  }

 private:
  /// A nan stays.
  template <std::ptrdiff_t Lanes>
  GPU_HD static void take(wide* best, const T* x) {
    for (std::ptrdiff_t k = 0; k < Lanes; ++k) {
      const wide y = static_cast<wide>(x[k]);
      const bool wins = is_better<Largest>(y, best[k]) | math::isnan(y);  // no branch
      best[k] = wins ? y : best[k];
    }
  }
  /// Until `Least` are left.
  template <std::ptrdiff_t Half, std::ptrdiff_t Least>
  GPU_HD static void fold(wide* best) {
    for (std::ptrdiff_t k = 0; k < Half; ++k)
      best[k] = is_better<Largest>(best[k + Half], best[k]) ? best[k + Half] : best[k];
    if constexpr (Half > Least) fold<Half / 2, Least>(best);
  }
};

/// A block without nans needs fewer comparisons.
template <class Op, bool Largest>
struct extreme_block {
  template <class State, class T>
  requires(!is_complex<T>) GPU_HD static void take(State& state, std::ptrdiff_t count, const T* x) {
    const best_of_block<Largest, T> best(count, x);
    if (!best.has_nan)
      state = Op()(state, static_cast<State>(best.top));
    else if constexpr (!std::is_integral_v<T>)
      state = static_cast<State>(math::nan<float>);
  }
};
template <>
struct block_of<reductions::max> : extreme_block<reductions::max, true> {};
template <>
struct block_of<reductions::min> : extreme_block<reductions::min, false> {};

/// The best element of the block first, and its position only if it may be the best of all.
template <bool Largest>
struct position_block {
  template <class T, class Position>
  using candidate = kernels::candidate<T, Position>;

  template <class T, class Position>
  GPU_HD static void take(candidate<T, Position>& state, std::ptrdiff_t count, const T* x,
                          affine_positions positions) {
    using wide = computed<T>;
    const best_of_block<Largest, T> best(count, x);
    const wide top = best.top;
    if (best.has_nan)
      take_first(state, count, x, positions, [](const T& y) { return math::isnan(y); });
    else if (state.position < 0 ||
             !kernels::position_of_best<Largest>::beats(static_cast<wide>(state.value), top))
      take_first(state, count, x, positions,
                 [top](const T& y) { return static_cast<wide>(y) == top; });
  }
  /// Mostly a state stays: that is looked for first.
  template <class T, class Position>
  GPU_HD static void take_each(candidate<T, Position>* states, std::ptrdiff_t count, const T* x,
                               affine_positions positions) {
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      candidate<T, Position>& state = states[i];
      const bool is_earlier = state.position >= 0 && state.position < positions[i];
      const bool stays =
          is_earlier && (is_better<Largest>(state.value, x[i]) || state.value == x[i]);
      if (!stays)
        state =
            kernels::position_of_best<Largest>()(state, candidate<T, Position>{x[i], positions[i]});
    }
  }
  /// The best of each column of the rows first.
  template <class T, class Position>
  requires(!is_complex<T>) GPU_HD
      static void take_rows(candidate<T, Position>* states, std::ptrdiff_t rows,
                            std::ptrdiff_t count, element_rows<T> x, position_rows positions) {
    using wide = computed<T>;
    using number = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    wide best[strip_length];
    number at[strip_length];
    const bool is_backward = positions.step < 0;
    for (std::ptrdiff_t first = 0; first < count; first += strip_length) {
      const std::ptrdiff_t part = std::min(strip_length, count - first);
      for (std::ptrdiff_t n = 0; n < rows; ++n) {
        const std::ptrdiff_t r = is_backward ? rows - 1 - n : n;
        const T* const row = x[r] + first;
        const number here = static_cast<number>(r);
        if (n == 0) {
          for (std::ptrdiff_t i = 0; i < part; ++i) best[i] = static_cast<wide>(row[i]);
          for (std::ptrdiff_t i = 0; i < part; ++i) at[i] = here;
          continue;
        }
        for (std::ptrdiff_t i = 0; i < part; ++i) {
          const wide y = static_cast<wide>(row[i]);
          const wide own = best[i];
          const bool stays = (Largest ? own >= y : own <= y) | math::isnan(own);  // no branch
          best[i] = stays ? own : y;
          at[i] = stays ? at[i] : here;
        }
      }
      for (std::ptrdiff_t i = 0; i < part; ++i)
        states[first + i] = kernels::position_of_best<Largest>()(
            states[first + i],
            candidate<T, Position>{static_cast<T>(best[i]), positions.at(at[i], first + i)});
    }
  }

 private:
  /// The element of the least position that is wanted, of equal ones.
  template <class T, class Position, class Wanted>
  GPU_HD static void take_first(candidate<T, Position>& state, std::ptrdiff_t count, const T* x,
                                affine_positions positions, const Wanted& wanted) {
    std::ptrdiff_t i = positions.step < 0 ? count - 1 : 0;
    const std::ptrdiff_t step = positions.step < 0 ? -1 : 1;
    if (state.position >= 0 && state.position < positions[i] && wanted(state.value)) return;
    constexpr std::ptrdiff_t glance = 64;
    for (bool is_near = step < 0; !is_near && i + glance <= count;) {
      unsigned found = 0;
      for (std::ptrdiff_t k = 0; k < glance; ++k) found |= static_cast<unsigned>(wanted(x[i + k]));
      is_near = found != 0;
      if (!is_near) i += glance;
    }
    while (!wanted(x[i])) i += step;
    state = kernels::position_of_best<Largest>()(state, candidate<T, Position>{x[i], positions[i]});
  }
};
template <class Op>
requires std::is_base_of_v<kernels::position_of_best<true>, Op>
struct block_of<Op> : position_block<true> {
};
template <class Op>
requires std::is_base_of_v<kernels::position_of_best<false>, Op>
struct block_of<Op> : position_block<false> {
};

}  // namespace gpu::execute::detail
