// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/bessel.hpp>

namespace gpu::ops {

/// Modified Bessel function of the first kind, of order 0; nan of infinities, as NumPy's. By the
/// same series as NumPy's, which errs by up to 6.4 ULP in float32 itself.
struct i0 {
  static constexpr op_info info{
      .name = "i0",
      .loops = loops::real,
      .domain = {-80, 80},
      .max_ulp = 7,
      .integers_as_float64 = true,
      .code_size = 4,
  };

  template <class T>
  GPU_HD T operator()(T x) const {
    return math::i0(x);
  }
};

}  // namespace gpu::ops
