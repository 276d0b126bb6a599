// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::reductions {

/// The bits that an odd number of elements have. `numpy.bitwise_xor.reduce`.
struct bitwise_xor {
  static constexpr reduction_info info{
      .name = "bitwise_xor",
      .loops = "?->? b->b B->B h->h H->H i->i I->I l->l L->L",
      .ufunc = "bitwise_xor",
      .is_part = true,
  };

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return Accumulator(0);
  }
  template <class Accumulator>
  GPU_HD constexpr Accumulator operator()(Accumulator a, Accumulator b) const {
    return static_cast<Accumulator>(a ^ b);
  }
};

}  // namespace gpu::reductions
