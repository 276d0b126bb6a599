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
  /// So few narrow integers add up in an int.
  template <integral_element State, integral_element T, int Count>
  requires(sizeof(T) <= 2) GPU_HD static constexpr State lift_all(const T (&x)[Count]) {
    int total = 0;
    for (int i = 0; i < Count; ++i) total += x[i];
    return static_cast<State>(total);
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
