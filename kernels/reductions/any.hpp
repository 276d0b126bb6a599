// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/cast.hpp>

namespace gpu::reductions {

/// Whether an element is true: not 0, and so also nan. False of no elements.
struct any {
  static constexpr reduction_info info{
      .name = "any",
      .loops =
          "?->? b->? B->? h->? H->? i->? I->? l->? L->? e->? E->? f->? d->? "
          "F->? D->?",
      .ufunc = "logical_or",
      .is_method = true,
  };

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return Accumulator(false);
  }
  template <class Accumulator, class T, int Count>
  GPU_HD static constexpr Accumulator lift_all(const T (&x)[Count]) {
    bool found = false;
    for (int i = 0; i < Count; ++i) found |= math::cast<bool>(x[i]);
    return found;
  }
  template <class Accumulator>
  GPU_HD constexpr Accumulator operator()(Accumulator a, Accumulator b) const {
    return a | b;
  }
  template <class Accumulator>
  GPU_HD static constexpr bool is_final(Accumulator all) {
    return all;
  }
};

}  // namespace gpu::reductions
