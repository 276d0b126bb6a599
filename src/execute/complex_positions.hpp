// SPDX-License-Identifier: BSD-3-Clause
// Positions of the extremes of complex numbers, which are ordered by the real part first.
#pragma once

#include "reduction_block.hpp"

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/kernels/candidate.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::execute::detail {

/// Chunks in which all elements are worse than the best by the real part alone are passed over.
template <bool Largest, class T, class Position>
struct complex_positions {
  using candidate = kernels::candidate<complex<T>, Position>;
  using op = kernels::position_of_best<Largest>;

  GPU_HD static void take(candidate& state, std::ptrdiff_t count, const complex<T>* z,
                          affine_positions positions) {
    T limits[2 * chunk];
    state = op()(state, candidate{z[0], positions[0]});
    for (std::ptrdiff_t k = 0; k < chunk; ++k) set_limit(limits + 2 * k, state);
    for (std::ptrdiff_t i = 0; i < count; i += chunk) {
      const std::ptrdiff_t part = std::min(chunk, count - i);
      if (all_are_worse(z + i, limits, part)) continue;
      for (std::ptrdiff_t k = i; k < i + part; ++k)
        if (!all_are_worse(z + k, limits, 1)) state = op()(state, candidate{z[k], positions[k]});
      for (std::ptrdiff_t k = 0; k < chunk; ++k) set_limit(limits + 2 * k, state);
      const bool is_final = math::isnan(state.value) && positions.step > 0;
      if (is_final && state.position < positions[i + part]) return;
    }
  }

  GPU_HD static void take_rows(candidate* states, std::ptrdiff_t rows, std::ptrdiff_t count,
                               element_rows<complex<T>> z, position_rows positions) {
    T limits[2 * strip];
    for (std::ptrdiff_t first = 0; first < count; first += strip) {
      const std::ptrdiff_t width = std::min(strip, count - first);
      for (std::ptrdiff_t i = 0; i < width; ++i) set_limit(limits + 2 * i, states[first + i]);
      for (std::ptrdiff_t r = 0; r < rows; ++r)
        for (std::ptrdiff_t i = 0; i < width; i += chunk) {
          const std::ptrdiff_t part = std::min(chunk, width - i);
          if (all_are_worse(z[r] + first + i, limits + 2 * i, part)) continue;
          for (std::ptrdiff_t k = i; k < i + part; ++k) {
            if (all_are_worse(z[r] + first + k, limits + 2 * k, 1)) continue;
            candidate& state = states[first + k];
            state = op()(state, candidate{z[r][first + k], positions.at(r, first + k)});
            set_limit(limits + 2 * k, state);
          }
        }
    }
  }

 private:
  static constexpr std::ptrdiff_t chunk = 16;
  static constexpr std::ptrdiff_t strip = 256;

  /// Beyond which the parts of an element make it no worse for sure: none, if nothing is worse.
  GPU_HD static void set_limit(T* limit, const candidate& state) {
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
