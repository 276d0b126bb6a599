// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/functional.hpp>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>

#include "array/joined.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// `a` with `axis` as the last one.
node_ptr axis_last(const node_ptr& a, std::ptrdiff_t axis) {
  return moved_axes(a, {static_cast<std::ptrdiff_t>(normalize_axis_index(axis, a->extents.size()))},
                    {-1});
}

/// The extents of all axes but that of the lines.
shape outer_extents(const node_ptr& a, std::ptrdiff_t axis) {
  shape extents = a->extents;
  extents.erase(normalize_axis_index(axis, extents.size()));
  return extents;
}

/// The axes behind those of `outer` put where the axis of the lines was.
node_ptr put_back(const node_ptr& joined, std::size_t outer, std::ptrdiff_t axis) {
  const auto place = static_cast<std::ptrdiff_t>(normalize_axis_index(axis, outer + 1));
  axes_list from;
  axes_list to;
  for (std::size_t k = outer; k < joined->extents.size(); ++k) {
    from.push_back(static_cast<std::ptrdiff_t>(k));
    to.push_back(place + static_cast<std::ptrdiff_t>(k - outer));
  }
  return moved_axes(joined, from, to);
}

}  // namespace

node_list piecewise_conditions(const node_list& conditions, const shape& extents) {
  node_list result;
  for (const node_ptr& condition : conditions) {
    shape given = condition->extents;
    if (given.size() > extents.size())
      throw index_error(text_of("too many indices for array: array is ", extents.size(),
                                "-dimensional, but ", given.size(), " were indexed"));
    for (std::size_t axis = 0; axis < given.size(); ++axis)
      if (given[axis] != extents[axis])
        throw index_error(text_of("boolean index did not match indexed array along axis ", axis,
                                  "; size of axis is ", extents[axis],
                                  " but size of corresponding boolean axis is ", given[axis]));
    while (given.size() < extents.size()) given.push_back(1);
    result.push_back(graph::make_reshape(graph::make_cast(condition, dtype::bool_), given));
  }
  return result;
}

node_ptr piecewise_node(const node_ptr& x, const node_list& conditions, const node_list& pieces) {
  const std::size_t count = conditions.size();
  if (pieces.size() != count && pieces.size() != count + 1)
    throw value_error(text_of("with ", count, " condition(s), either ", count, " or ", count + 1,
                              " functions are expected, not ", pieces.size()));
  for (const node_ptr& piece : pieces)
    if (!broadcasts_to(piece->extents, x->extents))
      throw shape_error(text_of("could not broadcast input array from shape ", piece->extents,
                                " into shape ", x->extents));
  node_ptr value = pieces.size() > count ? pieces.back() : number(x->type, 0);
  for (std::size_t i = 0; i < count; ++i)
    value = apply_op<ops::where>(conditions[i], pieces[i], value);
  return graph::make_broadcast(value, x->extents);
}

node_list lines_along(const node_ptr& a, std::ptrdiff_t axis) {
  const node_ptr moved = axis_last(a, axis);
  const shape outer = outer_extents(a, axis);
  if (element_count(outer) == 0)
    throw value_error("Cannot apply_along_axis when any iteration dimensions are 0");
  node_list lines;
  for (const shape& index : ndindex(outer))
    lines.push_back(graph::make_view(
        moved, sliced(moved->extents, std::vector<slice>(index.begin(), index.end()))));
  return lines;
}

node_ptr joined_lines(const node_ptr& a, std::ptrdiff_t axis, const node_list& values) {
  const shape outer = outer_extents(a, axis);
  const shape& inner = values.front()->extents;
  shape of_part(outer.size(), 1);
  shape extents = outer;
  for (const std::ptrdiff_t extent : inner) {
    of_part.push_back(extent);
    extents.push_back(extent);
  }
  std::vector<placed_part> parts;
  for (const shape& index : ndindex(outer)) {
    const node_ptr& value = values[parts.size()];
    if (!broadcasts_to(value->extents, inner))
      throw shape_error(text_of("could not broadcast input array from shape ", value->extents,
                                " into shape ", inner));
    shape start = index;
    start.resize(extents.size(), 0);
    parts.push_back({graph::make_reshape(graph::make_broadcast(value, inner), of_part), start});
  }
  return put_back(node_ptr(assembled(parts, extents).get()), outer.size(), axis);
}

node_ptr joined_lines(const node_ptr& a, std::ptrdiff_t axis, const void* numbers, dtype type) {
  return node_ptr(leaf_from_host(numbers, type, outer_extents(a, axis), graph::device_of(a)).get());
}

std::ptrdiff_t counted_axis(std::ptrdiff_t axis, std::size_t rank) {
  return axis < 0 ? axis + static_cast<std::ptrdiff_t>(rank) : axis;
}

node_ptr with_axis_kept(const node_ptr& value, const node_ptr& result, std::ptrdiff_t axis) {
  if (result->extents.size() == value->extents.size()) return result;
  if (result->extents.size() + 1 != value->extents.size())
    throw value_error(text_of("function is not returning an array of the correct shape: of ",
                              value->extents, " it gave ", result->extents));
  return expanded(result, {axis});
}

}  // namespace gpu::detail
