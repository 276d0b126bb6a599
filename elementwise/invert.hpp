// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// `~x`; of a bool its negation.
struct invert {
  static constexpr op_info info{
      .name = "invert",
      .loops = "?->? b->b B->B h->h H->H i->i I->I l->l L->L",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "bitwise_not bitwise_invert",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (is_same<T, bool>)
      return !x;
    else
      return static_cast<T>(~x);
  }
};

}  // namespace gpu::ops
