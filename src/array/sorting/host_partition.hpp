// SPDX-License-Identifier: BSD-3-Clause
// Rows of unsigned keys that are put around the key of one rank, on the host: what does not need
// all of them sorted. In time proportional to their length.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The keys, those of each row before the one of rank `kth` being no larger, and those behind it no
/// smaller.
/// @param keys  a matrix of uint32 or uint64
[[nodiscard]] graph::node_ptr partitioned_keys(const graph::node_ptr& keys, std::ptrdiff_t kth);

/// The positions in each row, in the order of such a partition: int64. Those of smaller, of equal
/// and of larger keys ascend.
[[nodiscard]] graph::node_ptr partition_positions(const graph::node_ptr& keys, std::ptrdiff_t kth);

/// The first `count` positions that sort each row stably: int64.
[[nodiscard]] graph::node_ptr first_key_positions(const graph::node_ptr& keys,
                                                  std::ptrdiff_t count);

}  // namespace gpu::detail
