// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// Whether x is +inf.
struct isposinf {
  static constexpr op_info info{
      .name = "isposinf",
      .loops = loops::real_predicate,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr bool operator()([[maybe_unused]] T x) const {
    if constexpr (integral_element<T>)
      return false;
    else
      return math::isinf(x) && x > 0;
  }
};

}  // namespace gpu::ops
