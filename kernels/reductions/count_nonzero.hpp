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

  template <class State>
  GPU_HD static constexpr State identity() {
    return State(0);
  }
  template <class State, class T>
  GPU_HD static constexpr State lift(T x) {
    return math::is_true(x);
  }
  template <class State>
  GPU_HD constexpr State operator()(State a, State b) const {
    return a + b;
  }
};

}  // namespace gpu::reductions
