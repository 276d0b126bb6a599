// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include <gpu/core/shape.hpp>

namespace gpu {

/// The shape that all of `shapes` broadcast to, by NumPy's rules. `numpy.broadcast_shapes`.
/// @throws shape_error  "operands could not be broadcast together with shapes (3,) (2,) "
[[nodiscard]] shape broadcast_shapes(std::span<const shape* const> shapes);

/// Whether an array of shape `from` can be read as one of shape `to`.
[[nodiscard]] bool broadcasts_to(const shape& from, const shape& to) noexcept;

}  // namespace gpu
