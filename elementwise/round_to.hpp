// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/decimals.hpp>

namespace gpu::ops {

/// x rounded to a number of decimals, to the left of the point if negative: `gpu::round` with the
/// number as an operand. Halves go to even. Scales, rounds and scales back, each rounded, as NumPy.
struct round_to {
  static constexpr op_info info{
      .name = "round_to",
      .loops =
          "?l->e bl->b Bl->B hl->h Hl->H il->i Il->I ll->l Ll->L el->e El->E fl->f dl->d "
          "Fl->F Dl->D",
      .domain = {-20, 20},
      .max_ulp = 0,
  };

  GPU_HD float16 operator()(bool x, long long) const { return float16(x); }
  template <class T>
  GPU_HD T operator()(T x, long long decimals) const {
    return math::round_to(x, decimals);
  }
  template <class T>
  GPU_HD complex<T> operator()(complex<T> z, long long decimals) const {
    return {math::round_to(z.real(), decimals), math::round_to(z.imag(), decimals)};
  }
};

}  // namespace gpu::ops
