// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/kernels/primitives/key_value_pair.hpp>
#include <gpu/kernels/reductions/min.hpp>

namespace gpu::reductions {

/// Position of the smallest element: the first of equals; of the first nan if there is one.
/// Operands are the elements and their positions.
struct argmin : kernels::arg_extremum<false> {
  static constexpr reduction_info info{.name = "argmin",
                                       .loops = loops::positions,
                                       .empty = "argmin",
                                       .takes_positions = true,
                                       .is_method = true};
  using extremum = min;
};

}  // namespace gpu::reductions
