// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/joining.hpp>

#include <gpu/array/array_base.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/manipulation/joining_out.hpp>
#include <gpu/array/ufunc/folds.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/joined.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

template <class Function>
node_list each(const node_list& parts, const Function& function) {
  node_list result;
  for (const node_ptr& part : parts) result.push_back(function(part));
  return result;
}

node_ptr as_column(const node_ptr& value) {
  if (value->extents.size() > 1) return value;
  return graph::make_reshape(value, {element_count(value->extents), 1});
}

/// Arrays of one rank, which are joined along an axis that they have.
struct aligned_parts {
  node_list parts;
  std::size_t axis;
};

aligned_parts aligned(const node_list& parts, optional_axis axis) {
  if (parts.empty()) throw value_error("need at least one array to concatenate");
  if (!axis) return {each(parts, graph::make_ravel), 0};
  const std::size_t rank = parts.front()->extents.size();
  if (rank == 0) throw value_error("zero-dimensional arrays cannot be concatenated");
  return {parts, normalize_axis(*axis, rank)};
}

aligned_parts aligned_to_stack(const node_list& parts, std::ptrdiff_t axis) {
  if (parts.empty()) throw value_error("need at least one array to stack");
  const shape& extents = parts.front()->extents;
  for (const node_ptr& part : parts)
    if (part->extents != extents) throw value_error("all input arrays must have the same shape");
  const std::size_t position = normalize_axis(axis, extents.size() + 1);
  shape expanded = extents;
  expanded.insert(position, 1);
  return {each(parts, [&](const node_ptr& part) { return graph::make_reshape(part, expanded); }),
          position};
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
  for (node_ptr& part : parts) part = converted(part, type.value_or(promoted), rule);
  return parts;
}

leaf_ptr concatenated(const node_list& parts, optional_axis axis) {
  const aligned_parts all = aligned(parts, axis);
  return joined_leaf(all.parts, all.axis);
}

leaf_ptr stacked(const node_list& parts, std::ptrdiff_t axis) {
  const aligned_parts all = aligned_to_stack(parts, axis);
  return joined_leaf(all.parts, all.axis);
}

void concatenate_into(array_base& target, const node_list& parts, optional_axis axis) {
  const aligned_parts all = aligned(parts, axis);
  write_joined(target, placed_along(all.parts, all.axis));
}

void stack_into(array_base& target, const node_list& parts, std::ptrdiff_t axis) {
  const aligned_parts all = aligned_to_stack(parts, axis);
  write_joined(target, placed_along(all.parts, all.axis));
}

any_expression stacked_list(array_list list) {
  return stack(list);
}

leaf_ptr stacked_vertically(const node_list& parts) {
  return concatenated(each(parts, [](const node_ptr& part) { return with_leading_axes(part, 2); }),
                      0);
}

leaf_ptr stacked_horizontally(const node_list& parts) {
  const node_list arrays =
      each(parts, [](const node_ptr& part) { return with_leading_axes(part, 1); });
  const bool are_vectors = !arrays.empty() && arrays.front()->extents.size() == 1;
  return concatenated(arrays, are_vectors ? 0 : 1);
}

leaf_ptr stacked_in_depth(const node_list& parts) {
  return concatenated(each(parts, at_least_3d), 2);
}

leaf_ptr stacked_columns(const node_list& parts) {
  return concatenated(each(parts, as_column), 1);
}

}  // namespace gpu::detail
