// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/extreme.hpp>
#include <gpu/elementwise/support/order.hpp>

namespace gpu::reductions {

/// The smallest element that is no nan; nan if all are. `numpy.fmin.reduce`.
struct fmin {
  static constexpr reduction_info info{
      .name = "fmin", .loops = loops::same, .ufunc = "fmin", .empty = "fmin", .is_part = true};

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    if constexpr (integral_element<Accumulator>)
      return math::greatest<Accumulator>();
    else if constexpr (is_complex<Accumulator>)
      return Accumulator(math::nan<float>, math::nan<float>);
    else
      return Accumulator(math::nan<float>);
  }
  template <class Accumulator>
  GPU_HD constexpr Accumulator operator()(Accumulator a, Accumulator b) const {
    return math::isnan(b) || math::below(a, b) ? a : b;
  }
};

}  // namespace gpu::reductions
