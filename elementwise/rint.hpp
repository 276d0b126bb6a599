// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/rounding.hpp>

namespace gpu::ops {

/// The nearest integral value; the even one of two. Complex numbers part by part.
struct rint {
  static constexpr op_info info{
      .name = "rint",
      .loops = loops::inexact,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "nearbyint",
      .c_names = "rint nearbyint",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::rint(x);
  }
  template <class T>
  GPU_HD constexpr complex<T> operator()(complex<T> z) const {
    return {math::rint(z.real()), math::rint(z.imag())};
  }
};

}  // namespace gpu::ops
