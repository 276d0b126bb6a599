// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>
#include <gpu/elementwise/support/rounding.hpp>

namespace gpu::ops {

/// Remainder of the division rounded towards zero: has the sign of x, as C's %.
///
///     x       integer    real    +-inf    finite
///     y       0          0       any      +-inf
///     fmod    0          nan     nan      x
struct fmod {
  static constexpr op_info info{
      .name = "fmod",
      .loops = loops::division,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "fmod",
      .code_size = 4,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::fmod(x, y);
  }
};

}  // namespace gpu::ops
