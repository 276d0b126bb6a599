// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/order.hpp>

namespace gpu::ops {

/// minimum(maximum(x, low), high); nan if x is. If low > high: high.
struct clip {
  static constexpr op_info info{
      .name = "clip",
      .loops =
          "?\?\?->? bbb->b BBB->B hhh->h HHH->H iii->i III->I lll->l "
          "LLL->L eee->e EEE->E fff->f ddd->d FFF->F DDD->D",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T low, T high) const {
    if constexpr (is_same<T, float> || is_same<T, double>) {
      // One comparison with each bound; what nan stands for is found once if the bounds are
      // numbers.
      const T least = math::isnan(low) ? math::infinity<T> : low;
      const T greatest = math::isnan(high) ? -math::infinity<T> : high;
      const T raised = x <= least ? low : x;
      return raised >= greatest ? high : raised;
    } else {
      const T raised = math::isnan(x) || over(x, low) ? x : low;
      return math::isnan(raised) || over(high, raised) ? raised : high;
    }
  }

 private:
  template <class T>
  GPU_HD static constexpr bool over(T x, T y) {
    return math::above(x, y);
  }
  /// Unlike the operators, looks at the imaginary parts only if the real ones are equal.
  template <class T>
  GPU_HD static constexpr bool over(complex<T> x, complex<T> y) {
    return x.real() == y.real() ? x.imag() > y.imag() : x.real() > y.real();
  }
};

}  // namespace gpu::ops
