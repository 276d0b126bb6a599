// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/indexed_view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>

#include "array/indexing/gathered.hpp"
#include "array/indexing/positions.hpp"
#include "array/indexing/row_copy.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "cuda/capture.hpp"
#include "execute/index_reports.hpp"
#include "execute/operation.hpp"
#include "graph/gather.hpp"
#include "graph/gather_parts.hpp"
#include "vendor/cub/ordered_scatter.hpp"
#include "vendor/cub/scatter.hpp"

namespace gpu::detail {
namespace {

using execute::operation;
using graph::leaf_ptr;
using graph::node_ptr;

/// `value` broadcast, without leading axes of extent 1 if it has too many, which NumPy drops.
node_ptr broadcast_value(const node_ptr& value, const shape& extents) {
  shape own = value->extents;
  while (own.size() > extents.size() && own.front() == 1) own.erase(0);
  try {
    return graph::make_broadcast(graph::make_reshape(value, own), extents);
  } catch (const shape_error&) {
    throw shape_error(text_of("shape mismatch: value array of shape ", value->extents,
                              " could not be broadcast to indexing result of shape ", extents));
  }
}

/// The places are of type uint32 if they are to be put in order, else int64.
void write_elements(array_base& a, const graph::leaf_node& places, const graph::leaf_node& values,
                    int value_step, bool are_distinct) {
  const std::ptrdiff_t count = element_count(places.extents);
  const std::ptrdiff_t size = element_count(a.extents());
  const auto item_bytes = static_cast<int>(size_bytes(a.element()));
  const leaf_ptr target = a.writable();
  const operation work(a.where());
  if (places.type == dtype::uint32)
    return vendor::scatter_in_order(
        {work.input<std::uint32_t>(places), count, execute::reported_on(a.where())},
        work.input(values), value_step, work.output(*target), item_bytes, size, work.stream());
  vendor::scatter({work.input<std::int64_t>(places), count, are_distinct}, work.input(values),
                  value_step, work.output(*target), item_bytes, size, work.stream());
}

operation::array array_of(const operation& work, const leaf_ptr& leaf) {
  const void* const data = work.input(*leaf);
  return {static_cast<std::byte*>(const_cast<void*>(data)), row_major(leaf->extents), leaf->type};
}

/// The values in memory, and where they go: to elements of `a`, which is written from now on.
copied_arrays arrays_to_write(const operation& work, const leaf_ptr& values, array_base& a,
                              bool is_one_row) {
  const operation::array dense = array_of(work, values);
  return {static_cast<std::byte*>(work.output(*a.writable())), dense.data, size_bytes(dense.type),
          copy_direction::scatter, is_one_row};
}

/// Writes on the host, to elements each of which has an index of its own.
/// @param value  of the array's dtype: one for all of them, or one for each
void write_elements_on_host(array_base& a, const graph::indexed_axis& axis, node_ptr&& value) {
  const operation work(a.where());
  const leaf_ptr index = execute::evaluate(axis.index, a.where());
  const bool is_one_value = element_count(value->extents) == 1;
  const leaf_ptr values = execute::evaluate(std::move(value), a.where());
  value = nullptr;
  const bool some_are_negative = check_indices(array_of(work, index), traits_of(axis));
  write_elements_at(array_of(work, index), traits_of(axis), some_are_negative,
                    arrays_to_write(work, values, a, is_one_value));
}

/// Writes on the host, to rows that the indices name.
/// @param value  as above
void write_rows_on_host(array_base& a, const layout& kept,
                        std::span<const graph::indexed_axis> axes, node_ptr&& value) {
  const operation work(a.where());
  std::vector<axis_offsets> offsets;
  for (const graph::indexed_axis& axis : axes) {
    const leaf_ptr index = execute::evaluate(axis.index, a.where());
    offsets.push_back(
        offsets_of(array_of(work, index), traits_of(axis), index_mode::raise, kept.extents.size()));
  }
  const bool is_one_value = element_count(value->extents) == 1;
  if (is_one_value)
    value = graph::make_broadcast(graph::make_reshape(value, {}), {copied_row_size(kept, offsets)});
  const leaf_ptr values = execute::evaluate(std::move(value), a.where());
  value = nullptr;
  copy_rows_at(kept, std::move(offsets), arrays_to_write(work, values, a, is_one_value));
}

void write_on_host(array_base& a, const graph::gather_parts& parts, node_ptr&& value) {
  if (element_count(parts.kept.extents) == 0) return;
  // One element has one row.
  const layout kept = parts.kept.extents.empty() ? layout{parts.kept.offset, {1}, {0}} : parts.kept;
  if (are_single_elements(kept, parts.axes.size(), parts.axes[0].index->extents))
    return write_elements_on_host(a, parts.axes[0], std::move(value));
  write_rows_on_host(a, kept, parts.axes, std::move(value));
}

}  // namespace

node_ptr elements_at(const node_ptr& a, const node_ptr& positions) {
  if (a->where && a->where->is_cpu())
    if (const std::optional<graph::gather_parts> parts = graph::gather_parts_of(positions))
      return gathered(a, parts->kept, parts->axes, index_mode::raise, parts->report);
  const std::ptrdiff_t size = element_count(a->extents);
  const node_ptr source = graph::make_reshape(a, {size});
  const shape& extents = positions->extents;
  const graph::indexed_axis axis = {positions, std::max<std::ptrdiff_t>(size, 1), 1, 0};
  return graph::make_gather(source, {0, extents, shape(extents.size(), 0)}, {&axis, 1},
                            index_mode::clip, nullptr);
}

void write_at(array_base& a, const node_ptr& positions, node_ptr value, bool are_distinct) {
  value = graph::make_cast(value, a.element());
  const bool is_one_value = element_count(value->extents) == 1;
  node_ptr broadcast = broadcast_value(value, positions->extents);
  const device where = a.where();
  if (where.is_cpu())
    if (const std::optional<graph::gather_parts> parts = graph::gather_parts_of(positions)) {
      if (!is_one_value) value = std::move(broadcast);
      broadcast = nullptr;
      return write_on_host(a, *parts, std::move(value));
    }
  const std::ptrdiff_t count = element_count(positions->extents);
  const bool in_order = !are_distinct &&
                        vendor::writes_in_order(where, count, element_count(a.extents())) &&
                        !is_capturing(current_stream(where));
  const leaf_ptr places =
      execute::evaluate(in_order ? graph::make_cast(positions, dtype::uint32) : positions, where);
  if (count == 0) return;
  const leaf_ptr values = execute::evaluate(is_one_value ? value : broadcast, where);
  value = nullptr;
  if (where.is_gpu() && !in_order)
    current_stream(where).synchronize();  // throws for indices out of bounds
  write_elements(a, *places, *values, is_one_value ? 0 : 1, are_distinct);
}

std::ptrdiff_t position_at(const node_ptr& positions, std::ptrdiff_t place) {
  return element_in<std::int64_t>(*execute::evaluate(positions), place);
}

node_ptr positions_where(const index_target& a, const node_ptr& mask) {
  return a.in_array(positions_of(mask, graph::device_of(mask)));
}

node_ptr selected_elements(const index_target& a, const node_ptr& mask) {
  const node_ptr seen = a.read_node();
  return node_ptr(elements_where(mask, seen, a.array().where()).get());
}

void write_where(const index_target& a, const node_ptr& mask, node_ptr value) {
  array_base& array = a.array();
  if (value->extents.size() > 1)
    throw dtype_error(
        text_of("NumPy boolean array indexing assignment requires a 0 or "
                "1-dimensional input, input has ",
                value->extents.size(), " dimensions"));
  if (const std::ptrdiff_t count = element_count(value->extents); count != 1) {
    node_ptr positions = positions_where(a, mask);
    if (count != element_count(positions->extents))
      throw shape_error(text_of("NumPy boolean array indexing assignment cannot assign ", count,
                                " input values to the ", element_count(positions->extents),
                                " output values where the mask is true"));
    return write_at(array, positions, std::move(value), true);
  }
  write_masked(a, mask, graph::make_reshape(graph::make_cast(value, array.element()), {}));
}

void write_masked(const index_target& a, const node_ptr& mask, const node_ptr& values) {
  const node_ptr written = apply_op<ops::where>(mask, values, a.node());
  if (!a.part()) return a.array().update(written);
  // What the view shows is seen by the new value alone, which is then computed in its place.
  a.array().write(*a.part(), written);
}

}  // namespace gpu::detail
