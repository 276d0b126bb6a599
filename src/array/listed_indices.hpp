// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Integers of the host as an int64 array of one axis in memory.
[[nodiscard]] inline graph::node_ptr listed_indices(const std::vector<std::int64_t>& numbers,
                                                    device where) {
  const shape extents{static_cast<std::ptrdiff_t>(numbers.size())};
  return graph::node_ptr(leaf_from_host(numbers.data(), dtype::int64, extents, where).get());
}

}  // namespace gpu::detail
