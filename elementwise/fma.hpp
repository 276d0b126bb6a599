// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/fma.hpp>

namespace gpu::ops {

/// x y + z, rounded once.
struct fma {
  static constexpr op_info info{
      .name = "fma",
      .loops = "eee->e EEE->E fff->f ddd->d",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "fma",
  };

  template <class T>
  GPU_HD T operator()(T x, T y, T z) const {
    return math::fma(x, y, z);
  }
};

}  // namespace gpu::ops
