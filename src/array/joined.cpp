// SPDX-License-Identifier: BSD-3-Clause
#include "array/joined.hpp"

#include <optional>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "execute/root_set.hpp"

namespace gpu::detail {
namespace {

device common_device(const std::vector<placed_part>& parts) {
  std::optional<device> where;
  for (const placed_part& part : parts) {
    const std::optional<device>& other = part.value->where;
    if (where && other && *other != *where) throw device_mismatch(*where, *other);
    if (other) where = other;
  }
  return where.value_or(current_device());
}

/// The memory of one part of `whole`.
graph::leaf_ptr leaf_within(const graph::leaf_node& whole, const placed_part& part) {
  layout place = whole.placement();
  for (std::size_t axis = 0; axis < part.start.size(); ++axis)
    place.offset += part.start[axis] * place.strides[axis];
  place.extents = part.value->extents;
  return graph::leaf_ptr::first(new graph::leaf_node(whole.block, whole.type, place, *whole.where));
}

}  // namespace

void assemble(const std::vector<placed_part>& parts, const graph::leaf_ptr& whole) {
  node_list values;
  std::vector<graph::leaf_ptr> targets;
  std::vector<graph::root> roots;
  for (const placed_part& part : parts) {
    if (part.value->where && *part.value->where != *whole->where)
      throw device_mismatch(*part.value->where, *whole->where);
    if (element_count(part.value->extents) == 0) continue;
    values.push_back(graph::resolved(part.value));
    targets.push_back(leaf_within(*whole, part));
    roots.push_back({values.back().get(), targets.back().get()});
  }
  execute::compute_roots(roots);
}

graph::leaf_ptr assembled(const std::vector<placed_part>& parts, const shape& extents) {
  graph::leaf_ptr whole =
      uninitialised_leaf(parts.front().value->type, extents, common_device(parts));
  assemble(parts, whole);
  return whole;
}

void require_joinable(const std::vector<shape>& parts, std::size_t axis) {
  const shape& first = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const shape& other = parts[i];
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

joined_parts placed_along(const node_list& parts, std::size_t axis) {
  std::vector<shape> shapes;
  for (const graph::node_ptr& part : parts) shapes.push_back(part->extents);
  require_joinable(shapes, axis);
  joined_parts result{{}, shapes.front()};
  result.extents[axis] = 0;
  for (const graph::node_ptr& part : parts) {
    result.parts.push_back({part, shape(result.extents.size(), 0)});
    result.parts.back().start[axis] = result.extents[axis];
    result.extents[axis] += part->extents[axis];
  }
  return result;
}

graph::leaf_ptr joined_leaf(const node_list& parts, std::size_t axis) {
  const joined_parts all = placed_along(parts, axis);
  return assembled(all.parts, all.extents);
}

graph::node_ptr joined(const node_list& parts, std::size_t axis) {
  return graph::node_ptr(joined_leaf(parts, axis).get());
}

}  // namespace gpu::detail
