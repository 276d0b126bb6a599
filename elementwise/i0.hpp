// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/bessel.hpp>

namespace gpu::ops {

/// Modified Bessel function of the first kind, of order 0; nan of infinities, as NumPy's.
struct i0 {
  static constexpr op_info info{
      .name = "i0",
      .loops = loops::real,
      .domain = {-80, 80},
      .max_ulp = 4,
      .integers_as_float64 = true,
  };

  template <class T>
  GPU_HD T operator()(T x) const {
    return math::i0(x);
  }
};

}  // namespace gpu::ops
