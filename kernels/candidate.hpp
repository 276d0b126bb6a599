// SPDX-License-Identifier: BSD-3-Clause
// What argmax and argmin share.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::kernels {

/// An element and its position; -1 for no element.
template <class T>
struct candidate {
  T value;
  long long position;
};

/// The reduction to the position of the largest element, or of the smallest.
template <bool Largest>
struct position_of_best {
  template <class Out, class T, class Position>
  using state = candidate<T>;

  template <class State>
  GPU_HD static constexpr State identity() {
    return {{}, -1};
  }
  template <class State, class T>
  GPU_HD static constexpr State lift(T value, long long position) {
    return {value, position};
  }
  template <class State, class T, int Count>
  GPU_HD static constexpr State lift_all(const T (&values)[Count],
                                         const long long (&positions)[Count]) {
    T best = values[0];
    for (int i = 1; i < Count; ++i)
      if (beats(values[i], best)) best = values[i];
    unsigned long long first = ~0ull;
    for (int i = 0; i < Count; ++i) {
      const auto position = static_cast<unsigned long long>(positions[i]);
      if (!beats(best, values[i]) && position < first) first = position;
    }
    return {best, static_cast<long long>(first)};
  }
  template <class T>
  GPU_HD constexpr candidate<T> operator()(candidate<T> a, candidate<T> b) const {
    if (a.position < 0) return b;
    if (b.position < 0) return a;
    if (beats(a.value, b.value)) return a;
    if (beats(b.value, a.value)) return b;
    return a.position < b.position ? a : b;
  }
  template <class Out, class T>
  GPU_HD static constexpr Out finish(candidate<T> best) {
    return best.position;
  }

  /// Whether x comes before y wherever they are: equals do not, nor do two nans.
  template <class T>
  GPU_HD static constexpr bool beats(T x, T y) {
    const bool better = Largest ? x > y : x < y;
    return better || (math::isnan(x) && !math::isnan(y));
  }
};

}  // namespace gpu::kernels
