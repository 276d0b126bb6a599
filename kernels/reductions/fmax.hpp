// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/extreme.hpp>
#include <gpu/elementwise/support/order.hpp>

namespace gpu::reductions {

/// The largest element that is no nan; nan if all are. `numpy.fmax.reduce`.
struct fmax {
  static constexpr reduction_info info{
      .name = "fmax", .loops = loops::same, .empty = "fmax", .is_part = true};

  template <class State>
  GPU_HD static constexpr State identity() {
    if constexpr (integral_element<State>)
      return math::least<State>();
    else if constexpr (is_complex<State>)
      return State(math::nan<float>, math::nan<float>);
    else
      return State(math::nan<float>);
  }
  template <class State>
  GPU_HD constexpr State operator()(State a, State b) const {
    return math::isnan(b) || math::above(a, b) ? a : b;
  }
};

}  // namespace gpu::reductions
