// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ordered_iteration.hpp>

#include <gpu/array/manipulation.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

graph::node_ptr elements_in_order(const graph::node_ptr& value, layout_type order,
                                  const shape& extents) {
  graph::node_ptr elements = graph::make_broadcast(value, extents);
  return order == layout_type::column_major ? transposed(elements) : elements;
}

}  // namespace gpu::detail
