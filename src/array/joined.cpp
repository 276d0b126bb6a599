// SPDX-License-Identifier: BSD-3-Clause
#include "array/joined.hpp"

#include <optional>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>

namespace gpu::detail {
namespace {

void require_fit(const node_list& parts, std::size_t axis) {
  const shape& first = parts.front()->extents;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const shape& other = parts[i]->extents;
    if (other.size() != first.size())
      throw value_error(text_of(
          "all the input arrays must have same number of dimensions, but the array at index 0 has ",
          first.size(), " dimension(s) and the array at index ", i, " has ", other.size(),
          " dimension(s)"));
    for (std::size_t k = 0; k < first.size(); ++k)
      if (k != axis && other[k] != first[k])
        throw value_error(text_of(
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along dimension ",
            k, ", the array at index 0 has size ", first[k], " and the array at index ", i,
            " has size ", other[k]));
  }
}

device common_device(const node_list& parts) {
  std::optional<device> where;
  for (const graph::node_ptr& part : parts) {
    if (where && part->where && *part->where != *where) throw device_mismatch(*where, *part->where);
    if (part->where) where = part->where;
  }
  return where.value_or(current_device());
}

}  // namespace

graph::node_ptr joined(const node_list& parts, std::size_t axis) {
  require_fit(parts, axis);
  const device where = common_device(parts);
  shape extents = parts.front()->extents;
  extents[axis] = 0;
  for (const graph::node_ptr& part : parts) extents[axis] += part->extents[axis];
  const graph::leaf_ptr all = uninitialised_leaf(parts.front()->type, extents, where);
  layout place = all->placement();
  for (const graph::node_ptr& part : parts) {
    place.extents = part->extents;
    if (element_count(part->extents) > 0)
      execute::assign(
          part, graph::leaf_ptr::first(new graph::leaf_node(all->block, part->type, place, where)));
    place.offset += part->extents[axis] * place.strides[axis];
  }
  return graph::node_ptr(all.get());
}

}  // namespace gpu::detail
