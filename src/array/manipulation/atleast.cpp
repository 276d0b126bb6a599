// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/atleast.hpp>

#include <gpu/graph/build.hpp>

namespace gpu::detail {

graph::node_ptr with_leading_axes(const graph::node_ptr& value, std::size_t rank) {
  shape extents = value->extents;
  while (extents.size() < rank) extents.insert(0, 1);
  return graph::make_reshape(value, extents);
}

graph::node_ptr at_least_3d(const graph::node_ptr& value) {
  shape extents = value->extents;
  if (extents.size() < 2) extents.insert(0, 1);
  while (extents.size() < 3) extents.push_back(1);
  return graph::make_reshape(value, extents);
}

}  // namespace gpu::detail
