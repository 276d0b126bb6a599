// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <gpu/core/error.hpp>
#include <gpu/core/shape.hpp>

namespace gpu::detail {

/// How many elements an array has once it is resized.
/// @throws value_error  "all elements of `new_shape` must be non-negative"
[[nodiscard]] inline std::ptrdiff_t new_size(const shape& extents) {
  if (std::any_of(extents.begin(), extents.end(), [](std::ptrdiff_t n) { return n < 0; }))
    throw value_error("all elements of `new_shape` must be non-negative");
  return element_count(extents);
}

}  // namespace gpu::detail
