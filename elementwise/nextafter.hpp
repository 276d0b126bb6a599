// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/nextafter.hpp>

namespace gpu::ops {

/// The next number of the type after x in the direction of y. Equals: x if float16 or bfloat16,
/// else y.
struct nextafter {
  static constexpr op_info info{
      .name = "nextafter",
      .loops = loops::real_pair,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "nextafter",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::nextafter(x, y);
  }
};

}  // namespace gpu::ops
