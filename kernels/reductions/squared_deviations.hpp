// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/elementwise/support/fma.hpp>

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

  static constexpr bool takes_moments = true;

  /// Sums about one of the elements, which costs few digits: n squares are at most n times the
  /// result. So there may be many elements of less than float64; others are taken by groups.
  template <class T, class Mean>
  struct moments {
    int count;
    T origin;
    Mean total;
    double squares;
  };
  /// `IsDouble`: of elements that have the precision of float64.
  template <class Mean, bool IsDouble>
  struct group {
    static constexpr bool is_double = IsDouble;
    double count;
    Mean mean;
    double deviations;
  };
  template <class Out, class T, class... Counts>
  using accumulator =
      group<typename detail::conditional<is_complex<T>, complex<double>, double>::type,
            is_same<T, double> || is_same<T, complex<double>>>;
  template <class Accumulator, class T, class... Counts>
  using thread_accumulator =
      typename detail::conditional<Accumulator::is_double, Accumulator,
                                   moments<T, decltype(Accumulator::mean)>>::type;

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return {0, {}, 0};
  }
  template <class Accumulator, class T>
  GPU_HD static constexpr Accumulator lift(T x) {
    return {1, math::cast<decltype(Accumulator::mean)>(x), 0};
  }
  template <class Accumulator, class T>
  GPU_HD static constexpr Accumulator lift(T x, bool counts) {
    return {counts ? 1.0 : 0.0, math::cast<decltype(Accumulator::mean)>(counts ? x : T()), 0};
  }
  template <class Accumulator, class T, int Count>
  GPU_HD static constexpr Accumulator lift_all(const T (&x)[Count]) {
    moments<T, decltype(Accumulator::mean)> all = {};
    take(all, x);
    return collapse<Accumulator>(all);
  }

  template <class T, class Mean, int Count>
  GPU_HD static constexpr void take(moments<T, Mean>& all, const T (&x)[Count]) {
    if (all.count == 0) all.origin = x[0];
    all.count += Count;
    for (int i = 0; i < Count; ++i) add(all, x[i]);
  }
  template <class T, class Mean, int Count>
  GPU_HD static constexpr void take(moments<T, Mean>& all, const T (&x)[Count],
                                    const bool (&counts)[Count]) {
    for (int i = 0; i < Count; ++i) {
      if (!counts[i]) continue;
      if (all.count == 0) all.origin = x[i];
      ++all.count;
      add(all, x[i]);
    }
  }
  template <class Accumulator, class T, class Mean>
  GPU_HD static constexpr Accumulator collapse(const moments<T, Mean>& all) {
    const double count = all.count;
    const Mean mean = all.total * reciprocal<Accumulator::is_double>(count > 0 ? count : 1.0);
    return {count, math::cast<Mean>(all.origin) + mean, all.squares - squared(mean, count)};
  }

  template <class Mean, bool IsDouble>
  GPU_HD constexpr group<Mean, IsDouble> operator()(group<Mean, IsDouble> a,
                                                    group<Mean, IsDouble> b) const {
    const double count = a.count + b.count;
    double share = 0.5;  // mostly, and a division takes long
    if (a.count != b.count) share = b.count * reciprocal<IsDouble>(count > 0 ? count : 1.0);
    const Mean step = b.mean - a.mean;
    return {count, a.mean + step * share,
            a.deviations + b.deviations + squared(step, a.count * share)};
  }
  template <class Out, class Mean, bool IsDouble>
  GPU_HD static constexpr Out finish(group<Mean, IsDouble> all) {
    return all.deviations + squared(all.mean - all.mean, 1.0);  // nan if an element is infinite
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
  template <class T, class Mean>
  GPU_HD static constexpr void add(moments<T, Mean>& all, T x) {
    const Mean step = math::cast<Mean>(x) - math::cast<Mean>(all.origin);
    all.total = all.total + step;
    all.squares = plus_square(step, all.squares);
  }
  GPU_HD static double plus_square(double x, double sum) { return math::fma(x, x, sum); }
  GPU_HD static double plus_square(complex<double> z, double sum) {
    return math::fma(z.real(), z.real(), math::fma(z.imag(), z.imag(), sum));
  }
  /// weight * |x|^2, which is 0 for a weight of 0 also where the square is too large.
  GPU_HD static constexpr double squared(double x, double weight) { return x * weight * x; }
  GPU_HD static constexpr double squared(complex<double> z, double weight) {
    return squared(z.real(), weight) + squared(z.imag(), weight);
  }
};

}  // namespace gpu::reductions
