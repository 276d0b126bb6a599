// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/sorting/unique.hpp>

#include <bit>
#include <optional>
#include <vector>

#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/kernels/functors/search.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/index_values.hpp"
#include "array/indexing/positions.hpp"
#include "array/joined.hpp"
#include "array/sorting/counted_values.hpp"
#include "array/sorting/distinct.hpp"
#include "array/sorting/hashed_values.hpp"
#include "array/sorting/sorted_rows.hpp"
#include "graph/functor_op.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;
using int_expression = expression<std::int64_t>;

node_ptr in_memory(const node_ptr& value, device where) {
  return node_ptr(execute::evaluate(value, where).get());
}

/// The rows of a matrix in memory, one of which is a value: sorted, or with the order that sorts
/// them.
struct ordered_values {
  node_ptr rows;
  node_ptr order = nullptr;    ///< unsigned, of extents (1, rows); null: as they lie
  node_ptr indices = nullptr;  ///< the same as a vector of int64
};

/// The order of whole rows: by the first column, then by the second, and so on.
node_ptr lexicographic_order(const node_ptr& rows, device where) {
  node_ptr order;
  for (std::ptrdiff_t column = rows->extents[1]; column-- > 0;) {
    const std::vector<slice> here{all(), range(column, column + 1)};
    const node_ptr keys = graph::make_view(rows, sliced(rows->extents, here));
    order =
        in_memory(row_order(graph::make_reshape(keys, {1, rows->extents[0]}), false, order), where);
  }
  return order;
}

/// Where a run of equal values begins, for each row in sorted order: bool.
node_ptr starts_of_runs(const ordered_values& values, bool equal_nan, device where) {
  const shape& extents = values.rows->extents;
  const std::int64_t none = 0;
  const node_ptr order = values.indices ? graph::make_address(values.indices)
                                        : graph::make_scalar(dtype::int64, &none);
  return in_memory(graph::apply(graph::functor_record<kernels::starts_run>(values.rows->type),
                                graph::make_flat_index({extents[0]}, where),
                                graph::make_address(values.rows), order, extents[1], equal_nan),
                   where);
}

/// For each row the number of its run.
node_ptr inverse_of(const node_ptr& is_start, const node_ptr& order) {
  const int_expression runs = gpu::cumsum(expression<bool>(is_start));
  const node_ptr number = graph::make_cast((runs - 1).node(), order->type);
  const int bits = std::bit_width(static_cast<std::size_t>(order->extents[1]));
  const node_ptr inverse = sorted_by_keys(order, graph::make_reshape(number, order->extents), bits);
  return graph::make_reshape(graph::make_cast(inverse, dtype::int64), is_start->extents);
}

/// How many rows each run has.
node_ptr lengths_of(const node_ptr& starts, std::ptrdiff_t rows, device where) {
  const std::vector<slice> later{range(1, xnone())};
  const node_ptr ends = joined({graph::make_view(starts, sliced(starts->extents, later)),
                                filled_node(dtype::int64, {1}, rows, where)},
                               0);
  return (int_expression(ends) - int_expression(starts)).node();
}

/// @param rows  the values as rows of a matrix in memory
ordered_values ordered(const node_ptr& rows, const unique_call& call, device where) {
  if (!call.axis && !call.index && !call.inverse) {
    const node_ptr sorted_values = sorted(rows, {0, false}, false);
    return {in_memory(sorted_values, where)};
  }
  if (rows->extents[1] == 0) return {rows};
  const node_ptr order = lexicographic_order(rows, where);
  const node_ptr vector = graph::make_reshape(order, {rows->extents[0]});
  return {rows, order, in_memory(graph::make_cast(vector, dtype::int64), where)};
}

/// What was asked for of an array of these extents.
unique_leaves leaves_of(const counted_values& known, const unique_call& call, const shape& extents,
                        device where) {
  unique_leaves found;
  found.values = execute::evaluate(known.values, where);
  if (call.counts) found.counts = execute::evaluate(known.counts, where);
  if (call.inverse)
    found.inverse = execute::evaluate(graph::make_reshape(known.inverse, extents), where);
  return found;
}

}  // namespace

unique_leaves unique_of(const node_ptr& a, const unique_call& call) {
  const device where = graph::device_of(a);
  const std::size_t axis = call.axis ? normalize_axis_index(*call.axis, a->extents.size()) : 0;
  const bool has_axis = call.axis && a->extents.size() > 1;  // the only axis is all elements
  const node_ptr parts =
      has_axis ? moved_axes(a, {static_cast<std::ptrdiff_t>(axis)}, {0}) : reshaped(a, {-1});
  const std::ptrdiff_t count = parts->extents[0];
  std::ptrdiff_t size = 1;
  for (std::size_t i = 1; i < parts->extents.size(); ++i) size *= parts->extents[i];
  const node_ptr rows = in_memory(graph::make_reshape(parts, {count, size}), where);

  unique_leaves found;
  const node_ptr vector = has_axis ? nullptr : graph::make_reshape(rows, {count});
  if (vector && !call.index) {
    const bool has_distinct = has_distinct_elements(rows->type, call.equal_nan);
    std::optional<counted_values> known = counted_values_of(vector, call.counts, where);
    if (!known && has_distinct) known = hashed_values_of(vector, call.counts, where);
    if (known) return leaves_of(*known, call, a->extents, where);
    if (has_distinct && !call.inverse && !call.counts) {
      found.values = execute::evaluate(distinct_elements(vector, where), where);
      return found;
    }
  }
  const ordered_values values = ordered(rows, call, where);
  const node_ptr is_start = starts_of_runs(values, call.equal_nan && !has_axis, where);
  const node_ptr starts = positions_of(is_start, where);
  const node_ptr first =
      values.indices ? taken(values.indices, starts, 0, index_mode::clip) : starts;
  shape extents = parts->extents;
  extents[0] = starts->extents[0];
  node_ptr distinct = graph::make_reshape(taken(values.rows, first, 0, index_mode::clip), extents);
  if (!has_axis && !values.order && count > 0) distinct = with_first_zero(distinct, vector);

  found.values = execute::evaluate(
      has_axis ? moved_axes(distinct, {0}, {static_cast<std::ptrdiff_t>(axis)}) : distinct, where);
  if (call.index) found.index = execute::evaluate(first, where);
  if (call.inverse) {
    const node_ptr inverse = values.order ? inverse_of(is_start, values.order)
                                          : filled_node(dtype::int64, {count}, 0, where);
    found.inverse =
        execute::evaluate(has_axis ? inverse : graph::make_reshape(inverse, a->extents), where);
  }
  if (call.counts)
    found.counts = execute::evaluate(
        starts->extents[0] == 0 ? starts : lengths_of(starts, count, where), where);
  return found;
}

}  // namespace gpu::detail
