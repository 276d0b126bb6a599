// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// The imaginary part; 0 of real numbers.
struct imag {
  static constexpr op_info info{
      .name = "imag",
      .loops = loops::parts,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "imag",
  };

  template <class T>
  GPU_HD constexpr T operator()(T) const {
    return T(0);
  }
  template <class T>
  GPU_HD constexpr T operator()(complex<T> z) const {
    return z.imag();
  }
};

}  // namespace gpu::ops
