// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/sinc.hpp>

namespace gpu::ops {

/// sin(pi x) / (pi x), with pi x rounded first; 1 at 0.
///
///     x       +-0    +-inf    nan
///     sinc    1      nan      nan
struct sinc {
  static constexpr op_info info{
      .name = "sinc",
      .loops = loops::inexact,
      .domain = {-20, 20},
      .max_ulp = 4,
      .complex_ulp = 8,
      .integers_as_float64 = true,
      .complex_code_size = 8,
  };

  template <class T>
  GPU_HD T operator()(T x) const {
    return math::sinc(x);
  }
};

}  // namespace gpu::ops
