// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// x + iy. Every pair of real numbers is kept as it is.
struct to_complex {
  static constexpr op_info info{
      .name = "to_complex",
      .loops = "ff->F dd->D",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr complex<T> operator()(T x, T y) const {
    return {x, y};
  }
};

}  // namespace gpu::ops
