// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <gpu/core/shape.hpp>

namespace gpu {

/// The axes in the other order, as Fortran counts them.
[[nodiscard]] inline shape reversed(shape extents) {
  std::reverse(extents.begin(), extents.end());
  return extents;
}

}  // namespace gpu
