// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace gpu::execute {

/// How many pieces of at most `size` an extent has.
[[nodiscard]] constexpr std::ptrdiff_t pieces(std::ptrdiff_t extent, std::ptrdiff_t size) noexcept {
  return (extent + size - 1) / size;
}

}  // namespace gpu::execute
