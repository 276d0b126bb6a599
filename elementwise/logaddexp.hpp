// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/logaddexp.hpp>

namespace gpu::ops {

/// log(exp(x) + exp(y)) without overflow. Results near 0 are accurate relative to x and y.
struct logaddexp {
  static constexpr op_info info{
      .name = "logaddexp",
      .loops = loops::real_pair,
      .domain = {0, 100},
      .max_ulp = 4,
      .code_size = 4,
  };
  static constexpr double identity = -math::infinity<double>;

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return T(math::logaddexp<computed<T>>(x, y));
  }
};

}  // namespace gpu::ops
