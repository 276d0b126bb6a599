// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::reductions {

/// Product over axes; 1 of no elements. float16 and bfloat16 are accumulated in float32.
struct prod {
  static constexpr reduction_info info{
      .name = "prod", .loops = loops::wide, .ufunc = "multiply", .identity = 1, .is_method = true};
  static constexpr bool rounds = true;

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return Accumulator(1);
  }
  template <class Accumulator>
  GPU_HD constexpr Accumulator operator()(Accumulator a, Accumulator b) const {
    if constexpr (integral_element<Accumulator>)
      return math::multiply(a, b);
    else
      return a * b;
  }
};

}  // namespace gpu::reductions
