// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace gpu {

/// How many blocks of at most `size` cover an extent.
[[nodiscard]] constexpr std::ptrdiff_t ceil_div(std::ptrdiff_t extent,
                                                std::ptrdiff_t size) noexcept {
  return (extent + size - 1) / size;
}

}  // namespace gpu
