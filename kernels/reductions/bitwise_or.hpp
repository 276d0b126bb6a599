// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::reductions {

/// The bits that an element has. `numpy.bitwise_or.reduce`.
struct bitwise_or {
  static constexpr reduction_info info{
      .name = "bitwise_or",
      .loops = "?->? b->b B->B h->h H->H i->i I->I l->l L->L",
      .is_part = true,
  };

  template <class State>
  GPU_HD static constexpr State identity() {
    return State(0);
  }
  template <class State>
  GPU_HD constexpr State operator()(State a, State b) const {
    return static_cast<State>(a | b);
  }
};

}  // namespace gpu::reductions
