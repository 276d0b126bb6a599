// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// The complex conjugate; real numbers stay.
struct conjugate {
  static constexpr op_info info{
      .name = "conjugate",
      .loops = loops::numeric,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "conj",
      .c_names = "conj",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return x;
  }
  template <class T>
  GPU_HD constexpr complex<T> operator()(complex<T> z) const {
    return {z.real(), -z.imag()};
  }
};

}  // namespace gpu::ops
