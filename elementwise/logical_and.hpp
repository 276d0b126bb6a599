// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// Whether both are not zero; nan is not zero.
struct logical_and {
  static constexpr op_info info{
      .name = "logical_and",
      .loops = loops::logical,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };
  static constexpr bool identity = true;

  template <class T>
  GPU_HD constexpr bool operator()(T x, T y) const {
    return math::is_true(x) && math::is_true(y);
  }
};

}  // namespace gpu::ops
