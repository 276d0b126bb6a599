// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/elementwise/support/exponential.hpp>
#include <gpu/elementwise/support/logarithm.hpp>

namespace gpu::reductions {

/// log(exp(x) + exp(y) + ...); -inf of no elements, nan if there is one. `numpy.logaddexp.reduce`.
///
/// One logarithm for the whole: the accumulator is the largest element, and the sum of the
/// exponentials relative to it.
struct logaddexp {
  static constexpr reduction_info info{
      .name = "logaddexp",
      .loops = "e->e E->E f->f d->d",
      .ufunc = "logaddexp",
      .identity = -math::infinity<double>,
      .is_part = true,
  };

  template <class T>
  struct scaled_sum {
    T largest;
    T sum;
  };
  template <class Out, class T>
  using accumulator = scaled_sum<computed<T>>;

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return {-math::infinity<decltype(Accumulator::largest)>, 0};
  }
  template <class Accumulator, class T>
  GPU_HD static constexpr Accumulator lift(T x) {
    return {math::cast<decltype(Accumulator::largest)>(x), 1};
  }
  template <class T>
  GPU_HD scaled_sum<T> operator()(scaled_sum<T> a, scaled_sum<T> b) const {
    const T largest = math::isnan(a.largest) || a.largest > b.largest ? a.largest : b.largest;
    return {largest, a.sum * scale(a.largest, largest) + b.sum * scale(b.largest, largest)};
  }
  template <class Out, class T>
  GPU_HD static Out finish(scaled_sum<T> s) {
    return math::cast<Out>(s.largest + math::log(s.sum));
  }

 private:
  template <class T>
  GPU_HD static T scale(T own, T largest) {
    return own == largest ? T(1) : math::exp(own - largest);
  }
};

}  // namespace gpu::reductions
