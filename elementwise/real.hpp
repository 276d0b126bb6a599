// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// The real part; real numbers stay.
struct real {
  static constexpr op_info info{
      .name = "real",
      .loops = loops::parts,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "real",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return x;
  }
  template <class T>
  GPU_HD constexpr T operator()(complex<T> z) const {
    return z.real();
  }
};

}  // namespace gpu::ops
