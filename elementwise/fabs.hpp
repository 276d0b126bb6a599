// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// |x| of real numbers, as float16 at least.
struct fabs {
  static constexpr op_info info{
      .name = "fabs",
      .loops = loops::real,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "fabs",
  };

  template <class T>
  GPU_HD constexpr T operator()(T x) const {
    return math::absolute(x);
  }
};

}  // namespace gpu::ops
