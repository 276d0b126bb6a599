// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::ops {

/// Whether the sign bit is set: also of -0, and of nan.
struct signbit {
  static constexpr op_info info{
      .name = "signbit",
      .loops = "e->? E->? f->? d->?",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .c_names = "signbit",
  };

  template <class T>
  GPU_HD constexpr bool operator()(T x) const {
    return math::signbit(x);
  }
};

}  // namespace gpu::ops
