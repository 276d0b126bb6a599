// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/kernels/primitives/key_value_pair.hpp>
#include <gpu/kernels/reductions/max.hpp>

namespace gpu::reductions {

/// Position of the largest element: the first of equals; of the first nan if there is one. Operands
/// are the elements and their positions.
struct argmax : kernels::arg_extremum<true> {
  static constexpr reduction_info info{.name = "argmax",
                                       .loops = loops::positions,
                                       .empty = "argmax",
                                       .takes_positions = true,
                                       .is_method = true};
  using extremum = max;
};

}  // namespace gpu::reductions
