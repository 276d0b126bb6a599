// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// The square of the modulus: x^2, of complex numbers x^2 + y^2.
struct norm {
  static constexpr op_info info{
      .name = "norm",
      .loops = "e->e E->E f->f d->d F->f D->d",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "norm",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return x * x;
  }
  template <class T>
  GPU_HD constexpr T operator()(complex<T> z) const {
    return z.real() * z.real() + z.imag() * z.imag();
  }
};

}  // namespace gpu::ops
