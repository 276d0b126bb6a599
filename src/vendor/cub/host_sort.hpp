// SPDX-License-Identifier: BSD-3-Clause
// What CUB does on a GPU: radix sort of unsigned integers on the host, by one thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::vendor {

/// Sorts `count` keys, std::uint32_t or std::uint64_t, ascending. `in` and `out` do not overlap.
template <class Key>
void sort_keys(const Key* in, Key* out, std::ptrdiff_t count);

/// To `out`, fewer than 2^32 payloads, sorted stably by the keys at the same places.
///
/// @param payload    null: the positions of the keys
/// @param first_bit  lower ones of the keys are not looked at
template <class Key>
void sort_by_keys(const Key* keys, const std::uint32_t* payload, std::uint32_t* out,
                  std::ptrdiff_t count, int first_bit = 0);

}  // namespace gpu::vendor
