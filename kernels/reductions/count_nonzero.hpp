// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/cast.hpp>

namespace gpu::reductions {

/// How many elements are true: not 0, and so also nan.
struct count_nonzero {
  static constexpr reduction_info info{
      .name = "count_nonzero",
      .loops =
          "?->l b->l B->l h->l H->l i->l I->l l->l L->l e->l E->l f->l d->l "
          "F->l D->l",
  };

  static constexpr bool counts = true;

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return Accumulator(0);
  }
  template <class Accumulator, class T>
  GPU_HD static constexpr Accumulator lift(T x) {
    return math::is_true(x);
  }
  template <class Accumulator>
  GPU_HD constexpr Accumulator operator()(Accumulator a, Accumulator b) const {
    return a + b;
  }
};

}  // namespace gpu::reductions
