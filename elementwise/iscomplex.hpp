// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

/// Whether the imaginary part is not zero: nan is not.
struct iscomplex {
  static constexpr op_info info{
      .name = "iscomplex",
      .loops = loops::predicate,
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD constexpr bool operator()(T) const {
    return false;
  }
  template <class T>
  GPU_HD constexpr bool operator()(complex<T> z) const {
    return z.imag() != 0;
  }
};

}  // namespace gpu::ops
