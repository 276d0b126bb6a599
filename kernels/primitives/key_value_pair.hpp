// SPDX-License-Identifier: BSD-3-Clause
// What argmax and argmin share.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/extreme.hpp>

namespace gpu::kernels {

/// An element and its position. That of no element is -1, which as an unsigned number is the last;
/// its value precedes no other.
template <class T, class Position = long long>
struct key_value_pair {
  T value;
  Position position;
};

/// The reduction to the position of the largest element, or of the smallest. Positions are
/// `long long`, or int if all of them are known to fit. Nothing here has a branch.
template <bool Largest>
struct arg_extremum {
  template <class Out, class T, class Position>
  using accumulator = key_value_pair<T, Position>;

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    using value = decltype(Accumulator::value);
    using number = computed<value>;
    return {value(Largest ? math::least<number>() : math::greatest<number>()), -1};
  }
  template <class Accumulator, class T, class Position>
  GPU_HD static constexpr Accumulator lift(T value, Position position) {
    return {value, position};
  }
  template <class Accumulator, class T, class Position, int Count>
  GPU_HD static constexpr Accumulator lift_all(const T (&values)[Count],
                                               const Position (&positions)[Count]) {
    computed<T> extremum = values[0];
    for (int i = 1; i < Count; ++i) extremum = extremum_of(extremum, computed<T>(values[i]));
    auto first = order(Position(-1));
    for (int i = 0; i < Count; ++i) {
      const auto here = order(positions[i]);
      first = is_extremum(values[i], extremum) && here < first ? here : first;
    }
    return {T(extremum), static_cast<Position>(first)};
  }
  template <class T, class Position>
  GPU_HD constexpr key_value_pair<T, Position> operator()(key_value_pair<T, Position> a,
                                                          key_value_pair<T, Position> b) const {
    const computed<T> extremum = extremum_of(computed<T>(a.value), computed<T>(b.value));
    const bool is_first = order(a.position) <= order(b.position);
    const bool takes_a =
        is_extremum(a.value, extremum) & (is_first | !is_extremum(b.value, extremum));
    return {T(extremum), takes_a ? a.position : b.position};
  }
  template <class Out, class T, class Position>
  GPU_HD static constexpr Out finish(key_value_pair<T, Position> extremum) {
    return extremum.position;
  }

  /// Whether x comes before y wherever they are: equals do not, nor do two nans.
  template <class T>
  GPU_HD static constexpr bool precedes(T x, T y) {
    const bool is_beyond = Largest ? x > y : x < y;
    return is_beyond || (math::isnan(x) && !math::isnan(y));
  }

 private:
  template <class Position>
  GPU_HD static constexpr auto order(Position position) {
    if constexpr (sizeof(Position) == 4)
      return static_cast<unsigned>(position);
    else
      return static_cast<unsigned long long>(position);
  }

  /// Whether x is the extremum of some elements, of which it is one: if there is a nan, all nans
  /// are, and nothing equals the extremum.
  template <class T>
  GPU_HD static constexpr bool is_extremum(T x, computed<T> extremum) {
    return computed<T>(x) == extremum || math::isnan(x);
  }

  template <class T>
  GPU_HD static constexpr T extremum_of(T x, T y) {
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
    return precedes(y, x) ? y : x;
  }
};

}  // namespace gpu::kernels
