// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/pair.hpp>
#include <gpu/elementwise/support/rounding.hpp>

namespace gpu::ops {

/// The fraction and the integral part of x, both with the sign of x.
///
///     x           -3      -0    +-inf    nan
///     fraction    -0      -0    +-0      nan
///     integral    -3      -0    +-inf    nan
struct modf {
  static constexpr op_info info{
      .name = "modf",
      .loops = "e->ee E->EE f->ff d->dd",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <real_element T>
  GPU_HD math::pair<T, T> operator()(T x) const {
    const computed<T> value = x;
    const computed<T> whole = math::trunc(value);
    const computed<T> rest = math::isinf(value) ? computed<T>(0) : value - whole;
    return {T(math::copysign(rest, value)), T(whole)};
  }
};

}  // namespace gpu::ops
