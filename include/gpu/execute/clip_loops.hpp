// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/op.hpp>

namespace gpu::execute {

/// The host loop of `clip` between two numbers, of elements of type `T`: its second and third
/// operand are one element each. Integers, float32 and float64.
template <class T>
[[nodiscard]] graph::host_loop host_clip_loop() noexcept;

}  // namespace gpu::execute
