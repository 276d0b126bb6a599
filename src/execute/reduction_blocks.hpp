// SPDX-License-Identifier: BSD-3-Clause
// Reductions for which the host has a better way to take many elements than one after the other.
#pragma once

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/candidate.hpp>
#include <gpu/kernels/reducer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::reductions {
struct all;
struct any;
struct squared_deviations;
}  // namespace gpu::reductions

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

/// The best element of the block first, and its position only if it may be the best of all.
template <bool Largest>
struct position_block {
  template <class T>
  using candidate = kernels::candidate<T>;

  template <class T>
  GPU_HD static void take(candidate<T>& state, std::ptrdiff_t count, const T* x,
                          affine_positions positions) {
    constexpr std::ptrdiff_t lanes = 32;
    using wide = computed<T>;
    wide best[lanes];
    unsigned has_nan = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) has_nan |= static_cast<unsigned>(math::isnan(x[i]));
    for (wide& one : best) one = static_cast<wide>(x[0]);
    std::ptrdiff_t i = 0;
    for (; i + lanes <= count; i += lanes)
      for (std::ptrdiff_t k = 0; k < lanes; ++k) {
        const wide y = static_cast<wide>(x[i + k]);
        best[k] = better(y, best[k]) ? y : best[k];
      }
    wide top = best[0];
    for (; i < count; ++i)
      top = better(static_cast<wide>(x[i]), top) ? static_cast<wide>(x[i]) : top;
    for (const wide& one : best) top = better(one, top) ? one : top;
    if (has_nan != 0)
      take_first(state, count, x, positions, [](const T& y) { return math::isnan(y); });
    else if (state.position < 0 ||
             !kernels::position_of_best<Largest>::beats(static_cast<wide>(state.value), top))
      take_first(state, count, x, positions,
                 [top](const T& y) { return static_cast<wide>(y) == top; });
  }
  /// Mostly a state stays: that is looked for first.
  template <class T>
  GPU_HD static void take_each(candidate<T>* states, std::ptrdiff_t count, const T* x,
                               affine_positions positions) {
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      candidate<T>& state = states[i];
      const bool is_earlier = state.position >= 0 && state.position < positions[i];
      const bool stays = is_earlier && (better(state.value, x[i]) || state.value == x[i]);
      if (!stays)
        state = kernels::position_of_best<Largest>()(state, candidate<T>{x[i], positions[i]});
    }
  }
  /// The best of each column of the rows first.
  template <class T>
  requires(!is_complex<T>) GPU_HD
      static void take_rows(candidate<T>* states, std::ptrdiff_t rows, std::ptrdiff_t count,
                            element_rows<T> x, position_rows positions) {
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
            candidate<T>{static_cast<T>(best[i]), positions.at(at[i], first + i)});
    }
  }

 private:
  template <class T>
  GPU_HD static bool better(const T& x, const T& y) {
    return Largest ? x > y : x < y;
  }
  /// The element of the least position that is wanted, of equal ones.
  template <class T, class Wanted>
  GPU_HD static void take_first(candidate<T>& state, std::ptrdiff_t count, const T* x,
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
    state = kernels::position_of_best<Largest>()(state, candidate<T>{x[i], positions[i]});
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

/// The mean of the block, then the deviations from it: two fast passes over elements in the cache.
template <class Op>
struct deviations_block {
  static constexpr std::ptrdiff_t lanes = 16;

  template <class State, class T, class... Mask>
  requires(!is_complex<T>) GPU_HD
      static void take(State& state, std::ptrdiff_t count, const T* x, const Mask*... counts) {
    double number = static_cast<double>(count);
    if constexpr (sizeof...(Mask) != 0)
      number = sum(count, [&](std::ptrdiff_t i) { return (..., (counts[i] ? 1.0 : 0.0)); });
    if (number == 0) return;
    const auto counted = [&](std::ptrdiff_t i, double value) {
      if constexpr (sizeof...(Mask) != 0)
        return (..., (counts[i] ? value : 0.0));
      else
        return value;
    };
    const double mean =
        sum(count, [&](std::ptrdiff_t i) { return counted(i, math::cast<double>(x[i])); }) / number;
    const double deviations = sum(count, [&](std::ptrdiff_t i) {
      const double step = math::cast<double>(x[i]) - mean;
      return counted(i, step * step);
    });
    state = Op()(state, State{number, mean, deviations});
  }
  /// The mean of each column of the rows, then the deviations from it.
  template <class State, class T>
  requires(!is_complex<T>) GPU_HD static void take_rows(State* states, std::ptrdiff_t rows,
                                                        std::ptrdiff_t count, element_rows<T> x) {
    double mean[strip_length];
    double deviations[strip_length];
    const double number = static_cast<double>(rows);
    for (std::ptrdiff_t first = 0; first < count; first += strip_length) {
      const std::ptrdiff_t part = std::min(strip_length, count - first);
      for (std::ptrdiff_t i = 0; i < part; ++i) mean[i] = deviations[i] = 0;
      for (std::ptrdiff_t r = 0; r < rows; ++r) {
        const T* const row = x[r] + first;
        for (std::ptrdiff_t i = 0; i < part; ++i) mean[i] += math::cast<double>(row[i]);
      }
      for (std::ptrdiff_t i = 0; i < part; ++i) mean[i] /= number;
      for (std::ptrdiff_t r = 0; r < rows; ++r) {
        const T* const row = x[r] + first;
        for (std::ptrdiff_t i = 0; i < part; ++i) {
          const double step = math::cast<double>(row[i]) - mean[i];
          deviations[i] += step * step;
        }
      }
      for (std::ptrdiff_t i = 0; i < part; ++i)
        states[first + i] = Op()(states[first + i], State{number, mean[i], deviations[i]});
    }
  }

 private:
  template <class Term>
  GPU_HD static double sum(std::ptrdiff_t count, const Term& term) {
    double sums[lanes] = {};
    std::ptrdiff_t i = 0;
    for (; i + lanes <= count; i += lanes)
      for (std::ptrdiff_t k = 0; k < lanes; ++k) sums[k] += term(i + k);
    for (; i < count; ++i) sums[0] += term(i);
    for (std::ptrdiff_t half = lanes / 2; half > 0; half /= 2)
      for (std::ptrdiff_t k = 0; k < half; ++k) sums[k] += sums[k + half];
    return sums[0];
  }
};
template <>
struct block_of<reductions::squared_deviations> : deviations_block<reductions::squared_deviations> {
};

}  // namespace gpu::execute::detail
