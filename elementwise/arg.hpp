// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/trigonometric.hpp>

namespace gpu::ops {

/// The angle of x + iy in the complex plane, in radians: `numpy.angle`. Real numbers lie on the
/// axis.
///
///     x      > 0    < 0, -0    nan
///     arg    0      pi         nan
struct arg {
  static constexpr op_info info{
      .name = "arg",
      .loops = "?->d e->e E->E f->f d->d F->f D->d",
      .domain = {-1e3, 1e3},
      .max_ulp = 4,
      .c_names = "arg",
  };

  GPU_HD double operator()(bool) const { return 0; }
  template <class T>
  GPU_HD T operator()(T x) const {
    return math::arctan2(T(0.0f), x);
  }
  template <class T>
  GPU_HD T operator()(complex<T> z) const {
    return math::arctan2(z.imag(), z.real());
  }
};

}  // namespace gpu::ops
