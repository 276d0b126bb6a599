// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/cast.hpp>

namespace gpu::reductions {

/// Sum of |x - mean|^2, the numerator of a variance; 0 of no elements. A second operand says of
/// each element whether it counts.
///
/// One pass, by Chan, Golub and LeVeque: groups of elements are known by their count, their mean
/// and their own sum, all in float64, and two groups make one without cancellation.
struct squared_deviations {
  static constexpr reduction_info info{
      .name = "squared_deviations",
      .loops = "e->d E->d f->d d->d F->d D->d e?->d E?->d f?->d d?->d F?->d D?->d",
      .is_part = true,
      .integers_as_float64 = true,
  };

  /// `IsDouble`: of elements that have the precision of float64.
  template <class Mean, bool IsDouble>
  struct group {
    double count;
    Mean mean;
    double deviations;
  };
  template <class Out, class T, class... Counts>
  using state = group<typename detail::conditional<is_complex<T>, complex<double>, double>::type,
                      is_same<T, double> || is_same<T, complex<double>>>;

  template <class State>
  GPU_HD static constexpr State identity() {
    return {0, {}, 0};
  }
  template <class State, class T>
  GPU_HD static constexpr State lift(T x) {
    return {1, math::cast<decltype(State::mean)>(x), 0};
  }
  /// About the first element, which costs few digits: n squares are at most n times the result.
  template <class State, class T, int Count>
  GPU_HD static constexpr State lift_all(const T (&x)[Count]) {
    using mean_type = decltype(State::mean);
    const mean_type origin = math::cast<mean_type>(x[0]);
    mean_type total = {};
    double squares = 0;
    for (int i = 1; i < Count; ++i) {
      const mean_type step = math::cast<mean_type>(x[i]) - origin;
      total = total + step;
      squares += squared(step, 1.0);
    }
    const mean_type mean = total * (1.0 / Count);
    return {Count, origin + mean, squares - squared(mean, Count)};
  }
  template <class State, class T>
  GPU_HD static constexpr State lift(T x, bool counts) {
    return {counts ? 1.0 : 0.0, math::cast<decltype(State::mean)>(counts ? x : T()), 0};
  }
  template <class Mean, bool IsDouble>
  GPU_HD constexpr group<Mean, IsDouble> operator()(group<Mean, IsDouble> a,
                                                    group<Mean, IsDouble> b) const {
    const double count = a.count + b.count;
    const double share = b.count * reciprocal<IsDouble>(count > 0 ? count : 1.0);
    const Mean step = b.mean - a.mean;
    return {count, a.mean + step * share,
            a.deviations + b.deviations + squared(step, a.count * share)};
  }
  template <class Out, class Mean, bool IsDouble>
  GPU_HD static constexpr Out finish(group<Mean, IsDouble> all) {
    return all.deviations;
  }

 private:
  /// Good to 1e-14 for elements of less than float64: without a division in float64, which is slow.
  template <bool IsDouble>
  GPU_HD static constexpr double reciprocal(double x) {
    if constexpr (IsDouble) {
      return 1 / x;
    } else {
      const double near = 1.0f / static_cast<float>(x);
      return near * (2 - x * near);
    }
  }
  /// weight * |x|^2, which is 0 for a weight of 0 also where the square is too large.
  GPU_HD static constexpr double squared(double x, double weight) { return x * weight * x; }
  GPU_HD static constexpr double squared(complex<double> z, double weight) {
    return squared(z.real(), weight) + squared(z.imag(), weight);
  }
};

}  // namespace gpu::reductions
