// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/any_expression.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

graph::node_ptr converted(const graph::node_ptr& value, dtype type, casting rule) {
  if (!can_cast(value->type, type, rule))
    throw_no_array_cast(value->type, type, rule, value->extents.size());
  return graph::make_cast(value, type);
}

}  // namespace gpu::detail
