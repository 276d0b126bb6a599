// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/extreme.hpp>
#include <gpu/elementwise/support/order.hpp>

namespace gpu::reductions {

/// The largest element; nan if there is one. Complex numbers are ordered by the real part, then by
/// the other.
struct max {
  static constexpr reduction_info info{.name = "max",
                                       .loops = loops::same,
                                       .aliases = "amax",
                                       .ufunc = "maximum",
                                       .empty = "maximum",
                                       .is_method = true};

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return math::least<Accumulator>();
  }
  template <class Accumulator>
  GPU_HD constexpr Accumulator operator()(Accumulator a, Accumulator b) const {
    return math::isnan(a) || math::above(a, b) ? a : b;
  }
};

}  // namespace gpu::reductions
