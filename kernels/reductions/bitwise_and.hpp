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
      .ufunc = "bitwise_and",
      .identity = -1,
      .is_part = true,
  };

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return static_cast<Accumulator>(-1);
  }
  template <class Accumulator>
  GPU_HD constexpr Accumulator operator()(Accumulator a, Accumulator b) const {
    return static_cast<Accumulator>(a & b);
  }
};

}  // namespace gpu::reductions
