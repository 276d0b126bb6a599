// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// `-x`. Integers wrap.
struct negative {
  static constexpr op_info info{
      .name = "negative",
      .loops = loops::numeric,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .refuses_bools = true,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    if constexpr (integral_element<T>)
      return math::negative(x);
    else if constexpr (is_same<T, double>)
      return -math::opaque_to_assembler(x);
    else if constexpr (is_same<T, complex<double>>)
      return {(*this)(x.real()), (*this)(x.imag())};
    else
      return -x;
  }
};

}  // namespace gpu::ops
