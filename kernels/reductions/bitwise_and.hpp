// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::reductions {

/// The bits that all elements have; all bits of no elements. `numpy.bitwise_and.reduce`.
struct bitwise_and {
  static constexpr reduction_info info{
      .name = "bitwise_and",
      .loops = "?->? b->b B->B h->h H->H i->i I->I l->l L->L",
      .identity = -1,
      .is_part = true,
  };

  template <class State>
  GPU_HD static constexpr State identity() {
    return static_cast<State>(-1);
  }
  template <class State>
  GPU_HD constexpr State operator()(State a, State b) const {
    return static_cast<State>(a & b);
  }
};

}  // namespace gpu::reductions
