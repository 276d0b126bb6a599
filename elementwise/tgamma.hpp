// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/gamma.hpp>

namespace gpu::ops {

/// The gamma function.
///
///     x         +-0      negative integer, -inf    +inf    nan
///     tgamma    +-inf    nan                       +inf    nan
struct tgamma {
  static constexpr op_info info{
      .name = "tgamma",
      .loops = loops::real,
      .domain = {0.001, 170},
      .max_ulp = 10,
      .c_names = "tgamma",
      .code_size = 8,
  };

  template <class T>
  GPU_HD T operator()(T x) const {
    return math::tgamma(x);
  }
};

}  // namespace gpu::ops
