// SPDX-License-Identifier: BSD-3-Clause
// Bits in bytes, on the host.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

inline constexpr std::ptrdiff_t bits_of_byte = 8;

/// Bytes of 8 bits, which say whether elements along an axis are not 0; those missing at the end
/// count as 0.
/// @param elements       uint8 or bool, on `cpu()`
/// @param highest_first  the first element is the highest bit
/// @return  uint8, an eighth of the extent along the axis, rounded up
[[nodiscard]] graph::node_ptr packed_on_host(const graph::node_ptr& elements, std::size_t axis,
                                             bool highest_first);

/// The first `count` bits of bytes along an axis; behind the last one there are zeros.
/// @param bytes  uint8, on `cpu()`
/// @return  uint8, 0 or 1, `count` of them along the axis
[[nodiscard]] graph::node_ptr unpacked_on_host(const graph::node_ptr& bytes, std::size_t axis,
                                               std::ptrdiff_t count, bool highest_first);

}  // namespace gpu::detail
