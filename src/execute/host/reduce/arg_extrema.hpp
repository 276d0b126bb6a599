// SPDX-License-Identifier: BSD-3-Clause
// Positions of the extremes of blocks.
#pragma once

#include <gpu/kernels/primitives/key_value_pair.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "execute/host/reduce/complex_extremum.hpp"
#include "execute/host/reduce/extrema.hpp"
#include "execute/host/reduce/row_extremum.hpp"

namespace gpu::execute::detail {

/// The best element of the block first, and its position only if it may be the best of all.
template <bool Largest>
struct position_block {
  static constexpr bool is_exact = true;

  template <class T, class Position>
  using key_value_pair = kernels::key_value_pair<T, Position>;

  template <class T, class Position>
  requires(!is_complex<T>) GPU_HD
      static void take(key_value_pair<T, Position>& state, std::ptrdiff_t count, const T* x,
                       affine_positions positions) {
    if constexpr (has_keys<T>)
      if (positions.step >= 0 && take_by_vectors(state, count, x, positions)) return;
    using wide = computed<T>;
    const best_of_block<Largest, T> best(count, x);
    const wide top = best.top;
    if (best.has_nan)
      take_first(state, count, x, positions, [](const T& y) { return math::isnan(y); });
    else if (may_be_best(state, top, positions.step < 0 ? 0 : positions.first))
      take_first(state, count, x, positions,
                 [top](const T& y) { return static_cast<wide>(y) == top; });
  }
  /// Mostly a state stays: that is looked for first.
  template <class T, class Position>
  GPU_HD static void accumulate_each(key_value_pair<T, Position>* states, std::ptrdiff_t count,
                                     const T* x, affine_positions positions) {
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      key_value_pair<T, Position>& state = states[i];
      const bool is_earlier = state.position >= 0 && state.position < positions[i];
      const bool stays =
          is_earlier && (is_better<Largest>(state.value, x[i]) || state.value == x[i]);
      if (!stays)
        state = kernels::arg_extremum<Largest>()(state,
                                                 key_value_pair<T, Position>{x[i], positions[i]});
    }
  }
  /// The best of each column of the rows first.
  template <class T, class Position>
  requires(!is_complex<T>) GPU_HD
      static void reduce_rows(key_value_pair<T, Position>* states, std::ptrdiff_t rows,
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
        states[first + i] = kernels::arg_extremum<Largest>()(
            states[first + i],
            key_value_pair<T, Position>{static_cast<T>(best[i]), positions.at(at[i], first + i)});
    }
  }
  /// Of complex numbers, of which most are worse by the real part alone.
  template <class T, class Position>
  GPU_HD static void take(key_value_pair<complex<T>, Position>& state, std::ptrdiff_t count,
                          const complex<T>* z, affine_positions positions) {
    complex_positions<Largest, T, Position>::take(state, count, z, positions);
  }
  template <class T, class Position>
  GPU_HD static void reduce_rows(key_value_pair<complex<T>, Position>* states, std::ptrdiff_t rows,
                                 std::ptrdiff_t count, element_rows<complex<T>> z,
                                 position_rows positions) {
    complex_positions<Largest, T, Position>::reduce_rows(states, rows, count, z, positions);
  }

 private:
  /// Unless there is a nan, or no vectors for so many elements.
  template <class T, class Position>
  GPU_HD static bool take_by_vectors(key_value_pair<T, Position>& state, std::ptrdiff_t count,
                                     const T* x, affine_positions positions) {
    using line = row_extremum<Largest, T>;
    if (count <= line::longest) return take_best(state, line(count, x), x, positions);
    if constexpr (has_vectors<T>)
      return take_best(state, extremum_chunk<Largest, T>(count, x), x, positions);
    return false;
  }
  template <class Best, class T, class Position>
  GPU_HD static bool take_best(key_value_pair<T, Position>& state, const Best& best, const T* x,
                               affine_positions positions) {
    if (best.has_nan) return false;
    const bool is_fresh = state.position < 0;
    if (!is_fresh && !may_be_best(state, best.top, positions.first)) return true;
    const key_value_pair<T, Position> own{best.top, positions[best.position(x)]};
    state = is_fresh ? own : kernels::arg_extremum<Largest>()(state, own);
    return true;
  }
  /// Whether an element of value `top`, from position `first` on, may be better than the state.
  template <class T, class Position>
  GPU_HD static bool may_be_best(const key_value_pair<T, Position>& state, computed<T> top,
                                 long long first) {
    using op = kernels::arg_extremum<Largest>;
    const computed<T> own = static_cast<computed<T>>(state.value);
    if (state.position < 0) return true;
    return state.position < first ? op::beats(top, own) : !op::beats(own, top);
  }
  /// The first element that is wanted, of which there is one.
  template <class T, class Wanted>
  GPU_HD static std::ptrdiff_t first_of(std::ptrdiff_t count, const T* x, const Wanted& wanted) {
    using number = truth_of<computed<T>>;
    constexpr number glance = 64;
    std::ptrdiff_t i = 0;
    for (; i + glance <= count; i += glance) {
      number found = 0;
      for (std::ptrdiff_t k = 0; k < glance; ++k) found |= wanted(x[i + k]) ? 1 : 0;
      if (found != 0) break;
    }
    const number rest = static_cast<number>(std::min<std::ptrdiff_t>(glance, count - i));
    number first = glance;
    for (number k = 0; k < rest; ++k) {
      const number here = wanted(x[i + k]) ? k : glance;
      first = here < first ? here : first;
    }
    return i + first;
  }
  /// The element of the least position that is wanted, of equal ones.
  template <class T, class Position, class Wanted>
  GPU_HD static void take_first(key_value_pair<T, Position>& state, std::ptrdiff_t count,
                                const T* x, affine_positions positions, const Wanted& wanted) {
    std::ptrdiff_t i = positions.step < 0 ? count - 1 : 0;
    if (state.position >= 0 && state.position < positions[i] && wanted(state.value)) return;
    if (positions.step >= 0)
      i = first_of(count, x, wanted);
    else
      while (!wanted(x[i])) --i;
    state =
        kernels::arg_extremum<Largest>()(state, key_value_pair<T, Position>{x[i], positions[i]});
  }
};
template <class Op>
requires std::is_base_of_v<kernels::arg_extremum<true>, Op>
struct block_of<Op> : position_block<true> {
};
template <class Op>
requires std::is_base_of_v<kernels::arg_extremum<false>, Op>
struct block_of<Op> : position_block<false> {
};

}  // namespace gpu::execute::detail
