// SPDX-License-Identifier: BSD-3-Clause
// Reductions of xtensor's arrays by the rules of this library, which are NumPy's: `gpu::sum(e, 1)`.
#pragma once

#include <type_traits>

#include <gpu/array/reduction/reduction.hpp>
#include <gpu/interop/xtensor.hpp>

namespace gpu {

/// Computed at once, on the host; the result is an `xt::xarray`.
template <class Reduction, class T, xtensor_expression E, class... Options>
[[nodiscard]] auto reduce_elsewhere(xtensor_tag, const E& host, const reduction_axes& axes,
                                    const Options&... options) {
  constexpr bool has_out = ((detail::reduction_option_bit<Options> == detail::takes_out) || ...);
  static_assert(!has_out, "gpu::out is for arrays of this library: assign the result instead");
  return to_cpu(detail::reduced<Reduction, T>(to_gpu(host, cpu()), axes, options...));
}

}  // namespace gpu
