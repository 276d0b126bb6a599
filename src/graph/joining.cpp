// SPDX-License-Identifier: BSD-3-Clause
#include "graph/joining.hpp"

#include <typeinfo>
#include <utility>

#include <gpu/core/error.hpp>

namespace gpu::graph {

bool joining::equals(const library_function& other) const {
  const auto* const same = dynamic_cast<const joining*>(&other);
  return same != nullptr && same->axis == axis;
}

void joining::run(execute::operation&) const {
  fail("joined arrays are not computed part by part");
}

node_ptr make_joined(operand_list&& parts, std::size_t axis, const shape& extents, device where) {
  const dtype type = parts[0]->type;
  ref_ptr<const library_function> function(new joining(axis));
  return make_library_node(std::move(function), std::move(parts), type, extents, where);
}

std::optional<std::size_t> joined_axis(const node& value) {
  if (value.kind != node_kind::library) return std::nullopt;
  const library_function& function = *static_cast<const library_node&>(value).function;
  if (typeid(function) != typeid(joining)) return std::nullopt;
  return static_cast<const joining&>(function).axis;
}

}  // namespace gpu::graph
