// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ordered_iteration.hpp>

#include <cstddef>
#include <numeric>
#include <vector>

#include <gpu/core/layout.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

graph::node_ptr elements_in_order(const graph::node_ptr& value, layout_type order,
                                  const shape& extents) {
  graph::node_ptr elements = graph::make_broadcast(value, extents);
  if (order == layout_type::column_major) {
    std::vector<std::ptrdiff_t> axes(extents.size());
    std::iota(axes.rbegin(), axes.rend(), 0);
    elements = graph::make_view(elements, permuted(extents, axes));
  }
  return elements;
}

}  // namespace gpu::detail
