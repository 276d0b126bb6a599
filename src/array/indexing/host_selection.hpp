// SPDX-License-Identifier: BSD-3-Clause
// Elements in memory whose flag is set, in order.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::detail {

/// Copies the elements whose flag is set to the beginning of `to`, which has room for all; returns
/// how many they are.
/// @param item_bytes  1, 2, 4, 8 or 16
std::ptrdiff_t select_on_host(const void* from, void* to, std::size_t item_bytes, const bool* flags,
                              std::ptrdiff_t count);

/// The same of the positions of the flags.
std::ptrdiff_t select_positions_on_host(std::int64_t* to, const bool* flags, std::ptrdiff_t count);

}  // namespace gpu::detail
