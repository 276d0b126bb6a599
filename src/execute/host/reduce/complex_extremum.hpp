// SPDX-License-Identifier: BSD-3-Clause
// Positions of the extremes of complex numbers, which are ordered by the real part first.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/kernels/primitives/key_value_pair.hpp>

#include <algorithm>
#include <cstddef>

#include "execute/host/reduce/contiguous_reduction.hpp"
#include "execute/host/reduce/extremum_chunk.hpp"

namespace gpu::execute::detail {

/// Chunks in which all elements are worse than the best by the real part alone are passed over.
template <bool Largest, class T, class Position>
struct complex_positions {
  using key_value_pair = kernels::key_value_pair<complex<T>, Position>;
  using op = kernels::arg_extremum<Largest>;

  GPU_HD static void take(key_value_pair& state, std::ptrdiff_t count, const complex<T>* z,
                          affine_positions positions) {
    T limits[2 * chunk];
    state = op()(state, key_value_pair{z[0], positions[0]});
    for (std::ptrdiff_t k = 0; k < chunk; ++k) set_limit(limits + 2 * k, state);
    for (std::ptrdiff_t i = 0; i < count; i += chunk) {
      const std::ptrdiff_t part = std::min(chunk, count - i);
      if (all_are_worse(z + i, limits, part)) continue;
      for (std::ptrdiff_t k = i; k < i + part; ++k)
        if (!all_are_worse(z + k, limits, 1))
          state = op()(state, key_value_pair{z[k], positions[k]});
      for (std::ptrdiff_t k = 0; k < chunk; ++k) set_limit(limits + 2 * k, state);
      const bool is_final = math::isnan(state.value) && positions.step > 0;
      if (is_final && state.position < positions[i + part]) return;
    }
  }

  /// The best real part of each column first: mostly one element has it, and no part is nan.
  GPU_HD static void reduce_rows(key_value_pair* states, std::ptrdiff_t rows, std::ptrdiff_t count,
                                 element_rows<complex<T>> z, position_rows positions) {
    column_parts columns;
    for (std::ptrdiff_t first = 0; first < count; first += strip) {
      const std::ptrdiff_t width = std::min(strip, count - first);
      columns.begin(2 * width, reinterpret_cast<const T*>(z[0] + first));
      for (std::ptrdiff_t r = 1; r < rows; ++r)
        columns.take(2 * width, reinterpret_cast<const T*>(z[r] + first), r);
      for (std::ptrdiff_t i = 0; i < width; ++i) {
        const bool is_clear = columns.is_clear(i);
        const std::ptrdiff_t begin = is_clear ? columns.at[2 * i] : 0;
        const std::ptrdiff_t end = is_clear ? begin + 1 : rows;
        for (std::ptrdiff_t r = begin; r < end; ++r)
          states[first + i] =
              op()(states[first + i], key_value_pair{z[r][first + i], positions.at(r, first + i)});
      }
    }
  }

 private:
  static constexpr std::ptrdiff_t chunk = 16;
  static constexpr std::ptrdiff_t strip = 256;

  /// The real and imaginary parts side by side, as if both were looked for.
  struct column_parts {
    using number = truth_of<T>;
    static constexpr number ties = 1;
    static constexpr number nans = 2;

    T best[2 * strip];
    number at[2 * strip];  ///< in which row
    number doubts[2 * strip];

    GPU_HD void begin(std::ptrdiff_t count, const T* x) {
      for (std::ptrdiff_t i = 0; i < count; ++i) best[i] = x[i];
      for (std::ptrdiff_t i = 0; i < count; ++i) at[i] = 0;
      for (std::ptrdiff_t i = 0; i < count; ++i) doubts[i] = math::isnan(x[i]) ? nans : number(0);
    }
    GPU_HD void take(std::ptrdiff_t count, const T* x, std::ptrdiff_t row) {
      const number here = static_cast<number>(row);
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        const T own = best[i];
        const number stays = is_better<Largest>(own, x[i]) ? number(-1) : number(0);
        best[i] = Largest ? std::max(own, x[i]) : std::min(own, x[i]);
        at[i] = (at[i] & stays) | (here & ~stays);  // a choice would be a store with a mask
        doubts[i] |= own == x[i] ? ties : number(0);
        doubts[i] |= __builtin_isunordered(own, x[i]) ? nans : number(0);
      }
    }
    /// Whether one element of column `i` has the best real part, and is the best.
    [[nodiscard]] GPU_HD bool is_clear(std::ptrdiff_t i) const {
      return (doubts[2 * i] | (doubts[2 * i + 1] & nans)) == 0;
    }
  };

  /// Beyond which the parts of an element make it no worse for sure: none, if nothing is worse.
  GPU_HD static void set_limit(T* limit, const key_value_pair& state) {
    const bool is_open = state.position < 0 || math::isnan(state.value);
    limit[0] = is_open ? math::nan<T> : state.value.real();
    limit[1] = Largest ? math::infinity<T> : -math::infinity<T>;
  }
  /// False also if an imaginary part is nan, or as large as can be.
  GPU_HD static bool all_are_worse(const complex<T>* z, const T* limits, std::ptrdiff_t count) {
    const T* const x = reinterpret_cast<const T*>(z);
    return count == chunk
               ? all_are_below(x, limits, std::integral_constant<std::ptrdiff_t, chunk>())
               : all_are_below(x, limits, count);
  }
  template <class Count>
  GPU_HD static bool all_are_below(const T* x, const T* limits, Count count) {
    unsigned open = 0;
    for (std::ptrdiff_t i = 0; i < 2 * count; ++i)
      open |= static_cast<unsigned>(Largest ? !(x[i] < limits[i]) : !(x[i] > limits[i]));
    return open == 0;
  }
};

}  // namespace gpu::execute::detail
