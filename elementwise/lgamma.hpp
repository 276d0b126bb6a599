// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/gamma.hpp>

namespace gpu::ops {

/// The logarithm of |gamma(x)|. Near its zeros between negative integers only the absolute error is
/// small.
///
///     x         1, 2    +-0     negative integer    +-inf    nan
///     lgamma    +0      +inf    +inf                +inf     nan
struct lgamma {
  static constexpr op_info info{
      .name = "lgamma",
      .loops = loops::real,
      .domain = {0.001, 1e6},
      .max_ulp = 6,
      .c_names = "lgamma",
      .code_size = 4,
  };

  template <class T>
  GPU_HD T operator()(T x) const {
    return math::lgamma(x);
  }
};

}  // namespace gpu::ops
