// SPDX-License-Identifier: BSD-3-Clause
// Long rows of unsigned keys, sorted on the host: they are parted by their highest bits first. The
// parts fit the cache, and threads share them.
#pragma once

#include <cstddef>

#include "vendor/cub/sorting.hpp"

namespace gpu::detail {

/// Whether a row of so many keys is worth it.
[[nodiscard]] bool is_long_row(std::ptrdiff_t count) noexcept;

/// Sorts `count` keys of 4 or 8 bytes, ascending.
/// @throws out_of_memory
void sort_long_row(const vendor::sorted_array& keys, std::ptrdiff_t count);

}  // namespace gpu::detail
