// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

/// The number of ones in the binary digits of |x|.
struct bitwise_count {
  static constexpr op_info info{
      .name = "bitwise_count",
      .loops = "b->B B->B h->B H->B i->B I->B l->B L->B",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T>
  GPU_HD unsigned char operator()(T x) const {
    return static_cast<unsigned char>(math::count_ones(math::magnitude(x)));
  }
};

}  // namespace gpu::ops
