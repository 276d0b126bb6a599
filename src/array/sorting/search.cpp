// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/sorting/search.hpp>

#include <array>
#include <utility>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/kernels/functors/search.hpp>
#include <gpu/reductions.hpp>

#include "array/index_values.hpp"
#include "array/indexing/positions.hpp"
#include "array/indexing/taken_axes.hpp"
#include "array/joined.hpp"
#include "array/statistics/edge_search.hpp"
#include "graph/functor_op.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

void check_sorter(const node_ptr& sorter, std::ptrdiff_t size) {
  if (sorter->extents.size() != 1) throw dtype_error("could not parse sorter argument");
  if (sorter->extents[0] != size)
    throw value_error(
        text_of("sorter.size must equal a.size: ", sorter->extents[0], " and ", size));
  if (size == 0) return;
  const expression<std::int64_t> index(graph::make_cast(sorter, dtype::int64));
  const node_ptr ends[] = {gpu::min(index).node(), gpu::max(index).node()};
  const std::vector<leaf_ptr> found = execute::evaluate(ends);
  std::array<std::int64_t, 2> bounds{};
  for (std::size_t k = 0; k < 2; ++k) read_element(*found[k], 0, &bounds[k]);
  if (bounds[0] < 0 || bounds[1] >= size)
    throw value_error(text_of("Sorter index out of range. Got ",
                              bounds[0] < 0 ? bounds[0] : bounds[1], " for size ", size));
}

node_ptr as_mask(const node_ptr& a) {
  return graph::make_cast(a, dtype::bool_);
}

}  // namespace

search_side search_side_of(std::string_view name) {
  if (name == "left") return search_side::left;
  if (name == "right") return search_side::right;
  throw value_error(text_of("search side must be 'left' or 'right' (got '", name, "')"));
}

node_ptr searched(const node_ptr& sorted, const node_ptr& v, search_side side,
                  const node_ptr& sorter) {
  if (sorted->extents.empty()) throw value_error("object of too small depth for desired array");
  if (sorted->extents.size() > 1) throw value_error("object too deep for desired array");
  const std::ptrdiff_t count = sorted->extents[0];
  if (sorter) check_sorter(sorter, count);
  const device where = v->where.value_or(graph::device_of(sorted));
  if (sorted->where && *sorted->where != where) throw device_mismatch(where, *sorted->where);
  if (count == 0) return filled_node(dtype::int64, v->extents, 0, where);
  const dtype type = promote_types(sorted->type, v->type);
  const node_ptr table = placed(
      graph::make_cast(sorter ? taken(sorted, sorter, 0, index_mode::clip) : sorted, type), where);
  if (where.is_cpu() && is_worth_table(type, element_count(v->extents), count))
    return search_each<std::int64_t>(
        graph::make_cast(v, type), table,
        [is_right = side == search_side::right](auto x, const auto& edges) {
          return sorted_before(x, edges, is_right);
        });
  return graph::apply(graph::functor_record<kernels::searchsorted>(type), v,
                      graph::make_address(table), graph::step_of(table), count,
                      side == search_side::right);
}

std::vector<leaf_ptr> nonzero_leaves(const node_ptr& a) {
  if (a->extents.empty())
    throw value_error(
        text_of("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() "
                "instead.",
                a->type == dtype::bool_
                    ? " If the context of this error is of the form `arr[nonzero(cond)]`, just use "
                      "`arr[cond]`."
                    : ""));
  return execute::evaluate(indices_of(as_mask(a), graph::device_of(a)));
}

void require_dimensions(const char* name, std::size_t dimensions, const shape& extents) {
  if (extents.size() != dimensions)
    throw value_error(
        text_of(name, "<", dimensions, "> of an array with ", extents.size(), " axes"));
}

std::ptrdiff_t place_in_tuple(std::ptrdiff_t place, std::size_t size) {
  const auto count = static_cast<std::ptrdiff_t>(size);
  if (place < -count || place >= count)
    throw index_error(text_of("tuple index out of range: ", place, " of ", count));
  return place < 0 ? place + count : place;
}

leaf_ptr flat_nonzero_leaf(const node_ptr& a) {
  return execute::evaluate(positions_of(as_mask(a), graph::device_of(a)));
}

leaf_ptr argwhere_leaf(const node_ptr& a) {
  node_list columns;
  for (const node_ptr& indices : indices_of(as_mask(a), graph::device_of(a)))
    columns.push_back(graph::make_reshape(indices, {indices->extents[0], 1}));
  if (!columns.empty()) return execute::evaluate(joined(columns, 1));
  const std::ptrdiff_t rows = positions_of(as_mask(a), graph::device_of(a))->extents[0];
  return uninitialised_leaf(dtype::int64, {rows, 0}, graph::device_of(a));
}

}  // namespace gpu::detail
