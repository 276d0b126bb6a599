// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/complex_power.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// |x|: without the sign; the modulus of complex numbers, without overflow. The least integer
/// stays.
///
///     x          -0    -inf    nan    nan + i inf
///     absolute   +0    +inf    nan    +inf
struct absolute {
  static constexpr op_info info{
      .name = "absolute",
      .loops = "?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d F->f D->d",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "abs",
      .complex_ulp = 3,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (!integral_element<T>) {
      return math::absolute(x);
    } else if constexpr (is_signed<T>) {
      const T opposite = math::negative(x);
      return x < opposite ? opposite : x;  // a maximum, which most vectors have
    } else {
      return x;
    }
  }
  template <class T>
  GPU_HD constexpr T operator()(complex<T> z) const {
    return math::absolute(z);
  }
};

}  // namespace gpu::ops
