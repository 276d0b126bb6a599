// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/nextafter.hpp>

namespace gpu::ops {

/// The distance to the next number of the type: away from zero, with the sign of x, if float32 or
/// float64; towards +inf, and positive, if float16 or bfloat16.
///
///     x          +-0          largest    +-inf    nan
///     spacing    the least    inf        nan      nan
struct spacing {
  static constexpr op_info info{
      .name = "spacing",
      .loops = loops::real,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD T operator()(T x) const {
    return math::spacing(x);
  }
};

}  // namespace gpu::ops
