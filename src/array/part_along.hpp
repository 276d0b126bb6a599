// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/core/slice.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// The elements at `part` of an axis, and all along the others: `value[:, part]` of axis 1.
[[nodiscard]] inline graph::node_ptr part_along(const graph::node_ptr& value, std::size_t axis,
                                                const slice& part) {
  std::vector<slice> slices(axis, all());
  slices.push_back(part);
  return graph::make_view(value, sliced(value->extents, slices));
}

}  // namespace gpu::detail
