// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// Whether x is zero; nan is not zero.
struct logical_not {
  static constexpr op_info info{
      .name = "logical_not",
      .loops = loops::predicate,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr bool operator()(T x) const {
    return !math::is_true(x);
  }
};

}  // namespace gpu::ops
