// SPDX-License-Identifier: BSD-3-Clause
// Reductions for which the host has a better way to take many elements than one after the other.
#pragma once

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/candidate.hpp>
#include <gpu/kernels/reducer.hpp>

#include <algorithm>
#include <cstddef>
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

/// `take(state, count, in...)`: one state takes at most `block_length` elements. `take_each(states,
/// count, in...)`: each state takes one. Without them there is no better way.
template <class Op>
struct block_of {};

inline constexpr std::ptrdiff_t block_length = 2048;

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
  GPU_HD static void take_each(bool* states, std::ptrdiff_t count, const T* x) {
    unsigned char found[block_length];
    for (std::ptrdiff_t done = 0; done < count; done += block_length) {
      const std::ptrdiff_t part = std::min(block_length, count - done);
      for (std::ptrdiff_t i = 0; i < part; ++i)
        found[i] = static_cast<unsigned char>(math::is_true(x[done + i]));
      for (std::ptrdiff_t i = 0; i < part; ++i) {
        const bool is_found = found[i] != 0;
        states[done + i] = Decisive ? states[done + i] | is_found : states[done + i] & is_found;
      }
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
