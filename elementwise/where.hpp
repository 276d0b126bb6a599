// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// `x` where the condition holds, else `y`.
struct where {
  static constexpr op_info info{
      .name = "where",
      .loops =
          "?\?\?->? ?bb->b ?BB->B ?hh->h ?HH->H ?ii->i ?II->I ?ll->l ?LL->L ?ee->e ?EE->E "
          "?ff->f ?dd->d ?FF->F ?DD->D",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr T operator()(bool condition, T x, T y) const {
    if constexpr (is_same<T, bool>)
      return (condition & x) | (!condition & y);  // has a form for whole vectors
    else
      return condition ? x : y;
  }
};

}  // namespace gpu::ops
