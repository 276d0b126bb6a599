// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/any_expression.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

any_expression::operator bool() const {
  detail::require_one_truth(shape());
  bool truth = false;
  detail::read_elements(graph::make_cast(node(), dtype::bool_), &truth);
  return truth;
}

namespace detail {

graph::node_ptr converted(const graph::node_ptr& value, dtype type, casting rule) {
  if (!can_cast(value->type, type, rule))
    throw_no_array_cast(value->type, type, rule, value->extents.size());
  return graph::make_cast(value, type);
}

}  // namespace detail
}  // namespace gpu
