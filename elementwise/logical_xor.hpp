// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// Whether exactly one is not zero; nan is not zero.
struct logical_xor {
  static constexpr op_info info{
      .name = "logical_xor",
      .loops = loops::logical,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };
  static constexpr bool identity = false;

  template <class T>
  GPU_HD constexpr bool operator()(T x, T y) const {
    return math::is_true(x) != math::is_true(y);
  }
};

}  // namespace gpu::ops
