// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// Whether x, and each part of it, is neither infinite nor nan.
struct isfinite {
  static constexpr op_info info{
      .name = "isfinite",
      .loops = loops::predicate,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "isfinite",
  };

  template <class T>
  GPU_HD constexpr bool operator()(T x) const {
    return math::isfinite(x);
  }
};

}  // namespace gpu::ops
