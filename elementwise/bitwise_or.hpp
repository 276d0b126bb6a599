// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// `x | y`, bit by bit.
struct bitwise_or {
  static constexpr op_info info{
      .name = "bitwise_or",
      .loops = loops::bitwise,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };
  static constexpr int identity = 0;

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return static_cast<T>(x | y);
  }
};

}  // namespace gpu::ops
