// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// 0 for x < 0, `at_zero` for x = 0, 1 for x > 0; nan for nan.
struct heaviside {
  static constexpr op_info info{
      .name = "heaviside",
      .loops = loops::real_pair,
      .domain = {-2, 2},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr T operator()(T x, T at_zero) const {
    return math::isnan(x) ? x : x == 0 ? at_zero : T(x < 0 ? 0.0f : 1.0f);
  }
};

}  // namespace gpu::ops
