// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/joining.hpp>

#include <gpu/array/array_base.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/manipulation/joining_out.hpp>
#include <gpu/array/ufunc/folds.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/joined.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

template <class Function>
node_list each(const node_list& parts, const Function& function) {
  node_list result;
  result.reserve(parts.size());
  for (const node_ptr& part : parts) result.push_back(function(part));
  return result;
}

node_ptr as_column(const node_ptr& value) {
  if (value->extents.size() > 1) return value;
  return graph::make_reshape(value, {element_count(value->extents), 1});
}

/// The axis along which arrays are joined; of what they are as vectors, if none is given.
std::size_t joining_axis(const node_list& parts, optional_axis axis) {
  if (parts.empty()) throw value_error("need at least one array to concatenate");
  if (!axis) return 0;
  const std::size_t rank = parts.front()->extents.size();
  if (rank == 0) throw value_error("zero-dimensional arrays cannot be concatenated");
  return normalize_axis_index(*axis, rank);
}

/// The axis that arrays are stacked along.
std::size_t stacking_axis(const node_list& parts, std::ptrdiff_t axis) {
  if (parts.empty()) throw value_error("need at least one array to stack");
  const shape& extents = parts.front()->extents;
  for (const node_ptr& part : parts)
    if (part->extents != extents) throw value_error("all input arrays must have the same shape");
  return normalize_axis_index(axis, extents.size() + 1);
}

/// Arrays of one shape with one more axis.
node_list expanded(const node_list& parts, std::size_t axis) {
  shape extents = parts.front()->extents;
  extents.insert(axis, 1);
  return each(parts, [&](const node_ptr& part) { return graph::make_reshape(part, extents); });
}

/// Writes the parts to their places. Whoever else sees the memory of the array keeps what it held:
/// so do parts that are computed from it.
void write_joined(array_base& target, const joined_parts& all) {
  if (all.extents.size() != target.extents().size())
    throw value_error(text_of("Output array has wrong dimensionality: ", target.extents(),
                              " for an array of shape ", all.extents));
  if (all.extents != target.extents())
    throw value_error(text_of("Output array is the wrong shape: ", target.extents(),
                              " for an array of shape ", all.extents));
  assemble(all.parts, target.writable());
}

}  // namespace

node_list first_axis_parts(const node_ptr& value) {
  if (value->extents.empty()) throw value_error("iteration over a 0-d array");
  node_list parts;
  for (std::ptrdiff_t i = 0; i < value->extents[0]; ++i)
    parts.push_back(graph::make_view(value, sliced(value->extents, std::vector<slice>{i})));
  return parts;
}

node_list converted_parts(node_list parts, std::optional<dtype> type, casting rule) {
  dtype promoted = dtype::bool_;
  for (const node_ptr& part : parts) promoted = promote_types(promoted, part->type);
  const dtype wanted = type.value_or(promoted);
  for (node_ptr& part : parts)
    if (part->type != wanted) part = converted(part, wanted, rule);
  return parts;
}

node_ptr concatenated(const node_list& parts, optional_axis axis) {
  const std::size_t along = joining_axis(parts, axis);
  if (!axis) return joined_later(each(parts, graph::make_ravel), along);
  return joined_later(parts, along);
}

node_ptr stacked(const node_list& parts, std::ptrdiff_t axis) {
  const std::size_t along = stacking_axis(parts, axis);
  return joined_later(expanded(parts, along), along);
}

void concatenate_into(array_base& target, const node_list& parts, optional_axis axis) {
  const std::size_t along = joining_axis(parts, axis);
  write_joined(target, placed_along(axis ? parts : each(parts, graph::make_ravel), along));
}

void stack_into(array_base& target, const node_list& parts, std::ptrdiff_t axis) {
  const std::size_t along = stacking_axis(parts, axis);
  write_joined(target, placed_along(expanded(parts, along), along));
}

any_expression stacked_list(array_list list) {
  return list.size() == 0 ? list_argument({}).on(current_device()) : stack(list);
}

node_ptr stacked_vertically(const node_list& parts) {
  return concatenated(each(parts, [](const node_ptr& part) { return with_leading_axes(part, 2); }),
                      0);
}

node_ptr stacked_horizontally(const node_list& parts) {
  const node_list arrays =
      each(parts, [](const node_ptr& part) { return with_leading_axes(part, 1); });
  const bool are_vectors = !arrays.empty() && arrays.front()->extents.size() == 1;
  return concatenated(arrays, are_vectors ? 0 : 1);
}

node_ptr stacked_in_depth(const node_list& parts) {
  return concatenated(each(parts, at_least_3d), 2);
}

node_ptr stacked_columns(const node_list& parts) {
  return concatenated(each(parts, as_column), 1);
}

}  // namespace gpu::detail
