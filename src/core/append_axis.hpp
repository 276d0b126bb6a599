// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/iteration.hpp>

#include <cstddef>
#include <span>

namespace gpu {

/// Adds an axis inside the last one of `space`. The two become one if in every operand the last one
/// continues where the new one ends.
/// @param strides  of each operand
void append_axis(iteration& space, std::ptrdiff_t extent, std::span<const std::ptrdiff_t> strides);

}  // namespace gpu
