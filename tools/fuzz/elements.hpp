// SPDX-License-Identifier: BSD-3-Clause
// Going over elements by their indices.
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/core/shape.hpp>

namespace gpu::fuzz {

using index_list = std::vector<std::ptrdiff_t>;

/// Calls `visit(index, position)` for every element in C order.
template <class Visit>
void for_each_element(const shape& extents, Visit&& visit) {
  const std::ptrdiff_t count = element_count(extents);
  index_list index(extents.size(), 0);
  for (std::ptrdiff_t position = 0; position < count; ++position) {
    visit(index, position);
    for (std::size_t axis = extents.size(); axis-- > 0;) {
      if (++index[axis] < extents[axis]) break;
      index[axis] = 0;
    }
  }
}

/// Position of what `index` of a broadcast result reads in a value of shape `from`.
[[nodiscard]] inline std::ptrdiff_t broadcast_position(const shape& from, const index_list& index) {
  std::ptrdiff_t position = 0;
  const std::size_t more = index.size() - from.size();
  for (std::size_t axis = 0; axis < from.size(); ++axis)
    position = position * from[axis] + (from[axis] == 1 ? 0 : index[more + axis]);
  return position;
}

}  // namespace gpu::fuzz
