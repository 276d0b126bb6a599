// SPDX-License-Identifier: BSD-3-Clause
#include "array/joined.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "execute/compute.hpp"
#include "execute/evaluating_threads.hpp"
#include "graph/joining.hpp"

namespace gpu::detail {
namespace {

const graph::node& value_of(const placed_part& part) {
  return *part.value;
}
const graph::node& value_of(const graph::node_ptr& part) {
  return *part;
}

template <class Part>
device common_device(const std::vector<Part>& parts) {
  std::optional<device> where;
  for (const Part& part : parts) {
    const std::optional<device>& other = value_of(part).where;
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
  execute::begin_evaluating();
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

void require_joinable(const shape& first, const shape& other, std::size_t i, std::size_t axis) {
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

namespace {

/// @throws value_error  in the words of `numpy.concatenate`
shape joined_extents(const node_list& parts, std::size_t axis) {
  shape extents = parts.front()->extents;
  extents[axis] = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    require_joinable(parts.front()->extents, parts[i]->extents, i, axis);
    extents[axis] += parts[i]->extents[axis];
  }
  return extents;
}

}  // namespace

joined_parts placed_along(const node_list& parts, std::size_t axis) {
  joined_parts result{{}, joined_extents(parts, axis)};
  shape start(result.extents.size(), 0);
  for (const graph::node_ptr& part : parts) {
    result.parts.push_back({part, start});
    start[axis] += part->extents[axis];
  }
  return result;
}

graph::node_ptr joined(const node_list& parts, std::size_t axis) {
  const joined_parts all = placed_along(parts, axis);
  return graph::node_ptr(assembled(all.parts, all.extents).get());
}

graph::node_ptr joined_later(const node_list& parts, std::size_t axis) {
  const shape extents = joined_extents(parts, axis);
  const device where = common_device(parts);
  const dtype type = parts.front()->type;
  if (element_count(extents) == 0)
    return graph::node_ptr(uninitialised_leaf(type, extents, where).get());
  const auto has_elements = [axis](const graph::node_ptr& part) {
    return part->extents[axis] != 0;
  };
  graph::operand_list operands(
      static_cast<std::size_t>(std::count_if(parts.begin(), parts.end(), has_elements)));
  std::copy_if(parts.begin(), parts.end(), operands.begin(), has_elements);
  return graph::make_joined(std::move(operands), axis, extents, where);
}

}  // namespace gpu::detail
