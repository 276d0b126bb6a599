// SPDX-License-Identifier: BSD-3-Clause
// Values that are computed from positions alone: they have a device, but no memory.
#pragma once

#include <algorithm>
#include <cstddef>

#include <gpu/core/shape.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// The same integer everywhere, on a device.
[[nodiscard]] inline graph::node_ptr filled_node(dtype type, const shape& extents,
                                                 std::ptrdiff_t value, device where) {
  static_cast<void>(element_count(extents));
  const layout values{value, extents, shape(extents.size(), 0)};
  return graph::make_cast(graph::node_ptr(new graph::index_node(values, where)), type);
}

/// row - column + k, int64: 0 on diagonal k of a matrix, positive below it.
[[nodiscard]] inline graph::node_ptr diagonal_distance(std::ptrdiff_t rows, std::ptrdiff_t columns,
                                                       std::ptrdiff_t k, device where) {
  static_cast<void>(element_count({rows, columns}));
  const layout values{std::clamp(k, -rows, columns), {rows, columns}, {1, -1}};
  return graph::node_ptr(new graph::index_node(values, where));
}

}  // namespace gpu::detail
