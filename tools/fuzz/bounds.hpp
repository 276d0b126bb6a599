// SPDX-License-Identifier: BSD-3-Clause
// The naive values of a whole program, and how far right ones may be away.
#pragma once

#include <vector>

#include "bounded.hpp"
#include "program.hpp"

namespace gpu::fuzz {

/// The value of step `number`, given those of the steps before. Where an operand has a radius, that
/// of the result follows from the slope of the op; of ops whose slope is not known here, and where
/// an error decides a comparison, it is `unknown`.
/// @param on_gpu  ops that are not exact may be away by twice their error, within their domain
[[nodiscard]] bounded bounded_step(const program& work, std::size_t number,
                                   const std::vector<bounded>& values, bool on_gpu);

/// The values of all steps.
[[nodiscard]] std::vector<bounded> bounded_values(const program& work, bool on_gpu);

}  // namespace gpu::fuzz
