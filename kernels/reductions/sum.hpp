// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::reductions {

/// Sum over axes; 0 of no elements. float16 and bfloat16 are accumulated in float32.
struct sum {
  static constexpr reduction_info info{.name = "sum", .loops = loops::wide};

  template <class State>
  GPU_HD static constexpr State identity() {
    return State(0);
  }
  template <class State>
  GPU_HD constexpr State operator()(State a, State b) const {
    if constexpr (integral_element<State>)
      return math::add(a, b);
    else
      return a + b;
  }
};

}  // namespace gpu::reductions
