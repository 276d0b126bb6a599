// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/put.hpp>

#include <algorithm>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/index_arrays.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/indexing/taken_axes.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "execute/index_reports.hpp"
#include "graph/gather.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;
using int_expression = expression<std::int64_t>;

/// `count` values: the first ones, again and again.
node_ptr repeated(const node_ptr& values, std::ptrdiff_t count, device where) {
  const std::ptrdiff_t length = element_count(values->extents);
  const node_ptr flat = graph::make_reshape(values, {length});
  if (length == count) return flat;
  return taken(flat, graph::make_flat_index({count}, where), std::nullopt, index_mode::wrap);
}

/// Positions in the array, from those in what is written.
node_ptr in_array(const placed_elements& a, const node_ptr& positions) {
  const bool is_whole = a.place.offset == 0 && is_contiguous(a.place);
  return is_whole ? positions : positions_at(a.place, positions);
}

}  // namespace

void put_node(const placed_elements& a, const node_ptr& indices, const node_ptr& values,
              index_mode mode) {
  const std::ptrdiff_t size = element_count(a.place.extents);
  const std::ptrdiff_t count = element_count(indices->extents);
  const std::ptrdiff_t length = element_count(values->extents);
  if (count == 0 || length == 0) return;
  if (size == 0) throw index_error("cannot replace elements of an empty array");
  const node_ptr positions = raveled({graph::make_reshape(indices, {count})}, {size}, mode);
  write_at(
      *a.array, in_array(a, positions),
      length == 1 ? graph::make_reshape(values, {1}) : repeated(values, count, a.array->where()));
}

void put_along(const placed_elements& a, const node_ptr& indices, const node_ptr& values,
               optional_axis axis) {
  if (!axis) {
    const node_ptr flat = graph::make_ravel(indices);
    return write_at(
        *a.array, in_array(a, raveled({flat}, {element_count(a.place.extents)}, index_mode::raise)),
        values);
  }
  places_along_axis places = along_axis(a.place.extents, a.place.strides, indices, *axis);
  places.kept.offset = a.place.offset;
  write_at(*a.array,
           graph::make_gather_offset(a.array->where(), places.kept, {&places.axis, 1},
                                     index_mode::raise, execute::index_report_on(a.array->where())),
           values);
}

void fill_diagonal_of(const placed_elements& a, const node_ptr& values, bool wrap) {
  const shape& extents = a.place.extents;
  if (extents.size() < 2) throw value_error("array must be at least 2-d");
  std::ptrdiff_t step = 1;
  std::ptrdiff_t end = element_count(extents);
  if (extents.size() == 2) {
    step = extents[1] + 1;
    if (!wrap) end = std::min(end, extents[1] * extents[1]);
  } else {
    require_equal_extents(extents, extents.size());
    step = 0;
    for (const std::ptrdiff_t stride : row_major_strides(extents)) step += stride;
    step = std::max<std::ptrdiff_t>(step, 1);  // axes of extent 1 have no stride
  }
  const std::ptrdiff_t count = (end + step - 1) / step;
  if (count <= 0 || element_count(values->extents) == 0) return;
  const node_ptr positions = graph::make_index({count}, 0, 0, step, a.array->where());
  write_at(*a.array, in_array(a, positions), repeated(values, count, a.array->where()), true);
}

node_ptr chosen(const node_ptr& which, const node_list& choices, index_mode mode) {
  if (choices.empty()) throw value_error("choose needs at least one array to choose from");
  const auto count = static_cast<std::int64_t>(choices.size());
  int_expression number(graph::make_cast(which, dtype::int64));
  if (mode == index_mode::wrap) number = remainder(number, count);
  if (mode == index_mode::raise && element_count(which->extents) > 0 &&
      (min(number).item() < 0 || max(number).item() >= count))
    throw value_error(text_of("invalid entry in choice array: numbers are from 0 to ", count - 1));
  node_ptr result = choices.back();
  for (std::int64_t i = count - 1; i-- > 0;)
    result =
        apply_op<ops::where>((number <= i).node(), choices[static_cast<std::size_t>(i)], result);
  // One choice takes the extents of `which` as well.
  return count > 1 ? result
                   : apply_op<ops::where>((number <= std::int64_t{0}).node(), result, result);
}

node_ptr selected(const node_list& conditions, const node_list& choices,
                  const node_ptr& otherwise) {
  if (conditions.size() != choices.size())
    throw value_error(text_of("list of cases must be same length as list of conditions: ",
                              choices.size(), " and ", conditions.size()));
  if (conditions.empty()) throw value_error("select with an empty condition list is not possible");
  for (std::size_t i = 0; i < conditions.size(); ++i)
    if (conditions[i]->type != dtype::bool_)
      throw dtype_error(text_of("invalid entry ", i,
                                " in condlist: should be boolean ndarray, not ",
                                conditions[i]->type));
  node_ptr result = otherwise;
  for (std::size_t i = conditions.size(); i-- > 0;)
    result = apply_op<ops::where>(conditions[i], choices[i], result);
  return result;
}

node_list choices_of(std::span<const listed_array> choices) {
  std::vector<operand_type> types;
  for (const listed_array& one : choices) types.push_back(one.type);
  const dtype promoted = result_type(types);
  node_list nodes;
  for (const listed_array& one : choices) nodes.push_back(graph::make_cast(one.node, promoted));
  return nodes;
}

node_ptr selected(const node_list& conditions, array_list choices, const listed_array& otherwise) {
  std::vector<listed_array> all(choices);
  all.push_back(otherwise);
  node_list nodes = choices_of(all);
  const node_ptr last = nodes.back();
  nodes.pop_back();
  return selected(conditions, nodes, last);
}

}  // namespace gpu::detail
