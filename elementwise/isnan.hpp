// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// Whether x, or a part of it, is nan.
struct isnan {
  static constexpr op_info info{
      .name = "isnan",
      .loops = loops::predicate,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "isnan",
  };

  template <class T>
  GPU_HD constexpr bool operator()(T x) const {
    return math::isnan(x);
  }
};

}  // namespace gpu::ops
