// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/iteration.hpp"

namespace gpu {

/// Adds an axis inside the last one of `space`. The two become one if in every operand the last one
/// continues where the new one ends.
/// @param strides   of each operand
/// @param complete  so many axes of `space` stay as they are
void append_axis(iteration& space, std::ptrdiff_t extent, std::span<const std::ptrdiff_t> strides,
                 std::size_t complete = 0);

/// Adds axes of `operands` inside those of `space`, and merges them with each other, though not
/// with those. Along an axis on which `leader` goes backwards every operand is reversed: what was
/// its last element is then its first.
/// @param operands  of one shape: those that `space` has offsets and strides of
/// @param axes      of that shape, outermost first
/// @param apart     of these axes those whose bits are set merge with each other alone
/// @returns         bits of the axes of `space` that these have become
std::uint64_t append_axes(iteration& space, std::span<const layout* const> operands,
                          const layout& leader, std::span<const std::size_t> axes,
                          std::uint64_t apart = 0);

}  // namespace gpu
