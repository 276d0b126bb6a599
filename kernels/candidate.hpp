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
  static constexpr int most_lifted = 8;

  template <class State>
  GPU_HD static constexpr State identity() {
    return {{}, -1};
  }
  template <class State, class T>
  GPU_HD static constexpr State lift(T value, long long position) {
    return {value, position};
  }
  /// The position of the only one that equals the best; if there are more, or a nan, the first.
  template <class State, class T, int Count>
  GPU_HD static constexpr State lift_all(const T (&values)[Count],
                                         const long long (&positions)[Count]) {
    T best = values[0];
    for (int i = 1; i < Count; ++i) best = better(best, values[i]);
    long long position = 0;
    int equals = 0;
    for (int i = 0; i < Count; ++i) {
      if (!(values[i] == best)) continue;
      position = positions[i];
      ++equals;
    }
    if (equals == 1) return {best, position};
    unsigned long long first = ~0ull;
    for (int i = 0; i < Count; ++i) {
      const auto one = static_cast<unsigned long long>(positions[i]);
      if (!beats(best, values[i]) && one < first) first = one;
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
    const bool is_beyond = Largest ? x > y : x < y;
    return is_beyond || (math::isnan(x) && !math::isnan(y));
  }

 private:
  template <class T>
  GPU_HD static constexpr T better(T x, T y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (is_same<T, float>) {
      T result;
      if constexpr (Largest)
        asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
      else
        asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
      return result;
    }
#endif
    return beats(y, x) ? y : x;
  }
};

}  // namespace gpu::kernels
