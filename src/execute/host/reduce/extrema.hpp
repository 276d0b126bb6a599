// SPDX-License-Identifier: BSD-3-Clause
// Extremes of blocks.
#pragma once

#include <gpu/elementwise/support/order.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "execute/host/reduce/extremum_chunk.hpp"
#include "execute/host/reduce/row_chains.hpp"

namespace gpu::reductions {
struct max;
struct min;
}  // namespace gpu::reductions

namespace gpu::execute::detail {

/// Whether there is a nan: each comparison tells it of two elements.
template <class T>
GPU_HD bool finds_nan(std::ptrdiff_t count, const T* x) {
  if constexpr (integral_element<T>) {
    return false;
  } else if constexpr (half_element<T>) {
    constexpr std::uint16_t limit = T(math::infinity<float>).bits();
    std::uint16_t found = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i)
      found |= static_cast<std::uint16_t>((x[i].bits() & 0x7fff) > limit);
    return found != 0;
  } else {
    const std::ptrdiff_t part = count / 4;
    const T* const y = x + 2 * part;
    truth_of<T> found = 0;
    for (std::ptrdiff_t i = 4 * part; i < count; ++i) found |= math::isnan(x[i]) ? 1 : 0;
    for (std::ptrdiff_t i = 0; i < part; ++i) {
      found |= __builtin_isunordered(x[i], x[i + part]) ? truth_of<T>(1) : truth_of<T>(0);
      found |= __builtin_isunordered(y[i], y[i + part]) ? truth_of<T>(1) : truth_of<T>(0);
    }
    return found != 0;
  }
}

/// The best element of a block, unless there is a nan.
template <bool Largest, class T>
class best_of_block {
 public:
  using wide = computed<T>;

  wide top;
  bool has_nan;

  GPU_HD best_of_block(std::ptrdiff_t count, const T* x)
      : top(static_cast<wide>(x[0])), has_nan(finds_nan(count, x)) {
    constexpr std::ptrdiff_t few = 16;
    /// Eight vectors of 32 bytes: more would not fit the registers.
    constexpr std::ptrdiff_t many = 256 / static_cast<std::ptrdiff_t>(sizeof(wide));
    if (has_nan) return;
    if (count >= many)
      take<many>(count, x);
    else if (count >= few)
      take<few>(count, x);
    else
      take_one_by_one(count, x);
  }

 private:
  GPU_HD void take_one_by_one(std::ptrdiff_t count, const T* x) {
    for (std::ptrdiff_t i = 1; i < count; ++i)
      top = is_better<Largest>(static_cast<wide>(x[i]), top) ? static_cast<wide>(x[i]) : top;
  }
  /// Some elements may be taken twice: the last ones are a whole chunk.
  template <std::ptrdiff_t Lanes>
  GPU_HD void take(std::ptrdiff_t count, const T* x) {
    wide best[Lanes];
    for (std::ptrdiff_t k = 0; k < Lanes; ++k) best[k] = static_cast<wide>(x[k]);
    for (std::ptrdiff_t i = Lanes; i + Lanes <= count; i += Lanes) take_chunk(best, x + i);
    take_chunk(best, x + count - Lanes);
    fold<Lanes / 2>(best);
    top = best[0];
  }
  template <std::ptrdiff_t Lanes>
  GPU_HD static void take_chunk(wide (&best)[Lanes], const T* x) {
    for (std::ptrdiff_t k = 0; k < Lanes; ++k) {
      const wide y = static_cast<wide>(x[k]);
      best[k] = is_better<Largest>(y, best[k]) ? y : best[k];
    }
  }
  template <std::ptrdiff_t Half>
  GPU_HD static void fold(wide* best) {
    for (std::ptrdiff_t k = 0; k < Half; ++k)
      best[k] = is_better<Largest>(best[k + Half], best[k]) ? best[k + Half] : best[k];
    if constexpr (Half > 1) fold<Half / 2>(best);
  }
};

/// As the reduction, but without branches.
template <class Op, bool Largest, class State, class T>
struct extreme_of_rows {
  using state = State;

  GPU_HD static constexpr State identity() { return Op::template identity<State>(); }
  GPU_HD static constexpr State lift(T x) { return static_cast<State>(x); }
  GPU_HD static constexpr State combine(State a, State b) {
    return math::isnan(a) ? a : better(a, b);
  }
  template <std::ptrdiff_t Rows>
  requires std::is_floating_point_v<T> GPU_HD static State take(State s, const T* const* row,
                                                                std::ptrdiff_t i) {
    const bool has_nan = finds_nan<Rows>(row, i) | math::isnan(s);  // no branch
    const State best = better(s, best_of<Rows>(row, i));
    return has_nan ? static_cast<State>(math::nan<float>) : best;
  }

 private:
  GPU_HD static constexpr State better(State a, State b) {
    if constexpr (Largest)
      return math::above(a, b) ? a : b;
    else
      return math::below(a, b) ? a : b;
  }
  template <std::ptrdiff_t Rows>
  GPU_HD static State best_of(const T* const* row, std::ptrdiff_t i) {
    if constexpr (Rows == 1)
      return lift(row[0][i]);
    else
      return better(best_of<Rows / 2>(row, i), best_of<Rows / 2>(row + Rows / 2, i));
  }
  /// Each comparison tells it of two elements.
  template <std::ptrdiff_t Rows>
  GPU_HD static bool finds_nan(const T* const* row, std::ptrdiff_t i) {
    if constexpr (Rows <= 2)
      return __builtin_isunordered(row[0][i], row[Rows - 1][i]);
    else
      return finds_nan<Rows / 2>(row, i) | finds_nan<Rows / 2>(row + Rows / 2, i);
  }
};

/// A block without nans needs fewer comparisons.
template <class Op, bool Largest>
struct extreme_block {
  static constexpr bool is_exact = true;

  template <class State, class T>
  requires(!is_complex<T>) GPU_HD static void take(State& state, std::ptrdiff_t count, const T* x) {
    if constexpr (has_vectors<T>) {
      using chunks = extremum_chunk<Largest, T>;
      static_assert(exact_block_bytes / sizeof(T) <= chunks::max_chunks * chunks::length);
      if (count >= chunks::length) return add(state, chunks(count, x));
    }
    add(state, best_of_block<Largest, T>(count, x));
  }
  template <class State, class T>
  requires(!is_complex<T>) GPU_HD static void reduce_rows(State* states, std::ptrdiff_t rows,
                                                          std::ptrdiff_t count, element_rows<T> x) {
    row_chains<extreme_of_rows<Op, Largest, State, T>, T>::take(states, rows, count, x);
  }

 private:
  template <class State, class Best>
  GPU_HD static void add(State& state, const Best& best) {
    if (!best.has_nan)
      state = Op()(state, static_cast<State>(best.top));
    else if constexpr (!std::is_integral_v<State>)
      state = static_cast<State>(math::nan<float>);
  }
};
template <>
struct block_of<reductions::max> : extreme_block<reductions::max, true> {};
template <>
struct block_of<reductions::min> : extreme_block<reductions::min, false> {};

}  // namespace gpu::execute::detail
