// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/take.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <gpu/array/creation.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "execute/index_reports.hpp"
#include "graph/gather.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// An axis of what is indexed, and its indices as the axes of the result see them.
struct axis_and_index {
  std::size_t axis;
  std::size_t number;  ///< in messages: of the array that the user indexes
  node_ptr index;
};

/// `index` with so many axes of extent 1 behind its own.
node_ptr with_trailing_axes(const node_ptr& index, std::size_t count) {
  shape extents = index->extents;
  for (std::size_t i = 0; i < count; ++i) extents.push_back(1);
  return graph::make_reshape(graph::make_cast(index, dtype::int64), extents);
}

/// The device of what is indexed.
device device_of(const node_ptr& a, const node_ptr& index) {
  if (a->where) return *a->where;
  return index->where.value_or(current_device());
}

/// `a`, which may be made of numbers alone, somewhere.
node_ptr placed(const node_ptr& a, device where) {
  return a->where ? a : node_ptr(execute::evaluate(a, where).get());
}

/// Elements of `a`: along the axes that are listed at their indices, else as `kept` says.
node_ptr gathered(const node_ptr& a, const layout& kept, const shape& strides,
                  const std::vector<axis_and_index>& indices, index_mode mode, device where) {
  std::vector<graph::indexed_axis> axes;
  for (const axis_and_index& one : indices) {
    const std::ptrdiff_t size = a->extents[one.axis];
    if (size == 0 && element_count(kept.extents) != 0)
      throw index_error(text_of("index 0 is out of bounds for axis ", one.number, " with size 0"));
    axes.push_back({one.index, std::max<std::ptrdiff_t>(size, 1), strides[one.axis], one.number});
  }
  const node_ptr report = mode == index_mode::raise ? execute::index_report_on(where) : nullptr;
  return graph::make_gather(a, kept, axes, mode, report);
}

void append(layout& to, std::ptrdiff_t extent, std::ptrdiff_t stride) {
  to.extents.push_back(extent);
  to.strides.push_back(stride);
}

node_ptr in_c_order(const node_ptr& a) {
  return graph::make_reshape(a, {element_count(a->extents)});
}

/// The entries of an index, resolved: axes that arrays index, and which axes of the result stand
/// where.
struct resolved_index {
  node_ptr seen;                       ///< what the slices show
  std::vector<axis_and_index> arrays;  ///< by axis of `seen`
  std::size_t arrays_begin = 0;        ///< axes of `seen` before the place of the arrays' axes
};

bool is_advanced(const index_entry& entry) {
  return entry.array || entry.basic.what() == slice::kind::index;
}

/// How many axes of the array an entry stands for, if it is no ellipsis.
std::size_t axes_of(const index_entry& entry) {
  const slice::kind what = entry.basic.what();
  return entry.array || what == slice::kind::index || what == slice::kind::range ? 1 : 0;
}

resolved_index resolve(const node_ptr& a, std::span<const index_entry> entries) {
  std::vector<slice> slices;
  std::size_t named = 0;
  for (const index_entry& entry : entries) {
    slices.push_back(entry.basic);
    named += axes_of(entry);
  }
  resolved_index result;
  result.seen = graph::make_view(a, sliced(a->extents, slices));
  std::size_t axis = 0;    // of `seen`
  std::size_t number = 0;  // of `a`
  std::size_t groups = 0;
  bool in_group = false;
  for (const index_entry& entry : entries) {
    if (is_advanced(entry) && !in_group && ++groups == 1) result.arrays_begin = axis;
    in_group = is_advanced(entry);
    if (entry.array)
      result.arrays.push_back({axis++, number, entry.array});
    else if (entry.basic.what() == slice::kind::ellipsis)
      axis += a->extents.size() - named;
    else if (entry.basic.what() != slice::kind::index)
      ++axis;
    const bool is_ellipsis = entry.basic.what() == slice::kind::ellipsis;
    number += is_ellipsis ? a->extents.size() - named : axes_of(entry);
  }
  if (groups > 1) result.arrays_begin = 0;
  return result;
}

shape broadcast_indices(const std::vector<axis_and_index>& arrays) {
  std::vector<const shape*> shapes;
  std::string texts;
  for (const axis_and_index& one : arrays) {
    shapes.push_back(&one.index->extents);
    texts += text_of(" ", one.index->extents);
  }
  try {
    return broadcast_shapes(shapes);
  } catch (const shape_error&) {
    throw index_error(text_of(
        "shape mismatch: indexing arrays could not be broadcast together with shapes", texts));
  }
}

}  // namespace

node_ptr taken(const node_ptr& a, const node_ptr& indices, optional_axis axis, index_mode mode) {
  const device where = device_of(a, indices);
  if (axis && a->extents.empty()) static_cast<void>(normalize_axis(*axis, 1));
  const node_ptr source = placed(axis && !a->extents.empty() ? a : in_c_order(a), where);
  const std::size_t along =
      axis && !a->extents.empty() ? normalize_axis(*axis, a->extents.size()) : 0;
  if (source->extents[along] == 0 && element_count(indices->extents) != 0)
    throw index_error("cannot do a non-empty take from an empty axes.");
  const shape strides = graph::layout_in_memory(*source).strides;
  layout kept;
  for (std::size_t i = 0; i < along; ++i) append(kept, source->extents[i], strides[i]);
  for (const std::ptrdiff_t extent : indices->extents) append(kept, extent, 0);
  for (std::size_t i = along + 1; i < source->extents.size(); ++i)
    append(kept, source->extents[i], strides[i]);
  const node_ptr index = with_trailing_axes(indices, source->extents.size() - along - 1);
  return gathered(source, kept, strides, {{along, along, index}}, mode, where);
}

node_ptr taken_along_axis(const node_ptr& a, const node_ptr& indices, optional_axis axis) {
  if (!axis) return taken_along_axis(in_c_order(a), in_c_order(indices), 0);
  if (a->extents.size() != indices->extents.size())
    throw value_error("`indices` and `arr` must have the same number of dimensions");
  const std::size_t along = normalize_axis(*axis, a->extents.size());
  const device where = device_of(a, indices);
  const node_ptr source = placed(a, where);
  const shape strides = graph::layout_in_memory(*source).strides;
  shape beside = source->extents;
  beside[along] = indices->extents[along];
  layout kept;
  const shape extents = broadcast_shapes(std::array{&std::as_const(beside), &indices->extents});
  for (std::size_t i = 0; i < extents.size(); ++i)
    append(kept, extents[i], i == along || beside[i] == 1 ? 0 : strides[i]);
  const node_ptr index = graph::make_cast(indices, dtype::int64);
  return gathered(source, kept, strides, {{along, along, index}}, index_mode::raise, where);
}

node_ptr indexed(const node_ptr& a, std::span<const index_entry> entries) {
  resolved_index index = resolve(a, entries);
  const device where = device_of(a, index.arrays.front().index);
  const node_ptr source = placed(index.seen, where);
  const shape strides = graph::layout_in_memory(*source).strides;
  const shape of_arrays = broadcast_indices(index.arrays);
  layout kept;
  std::size_t behind = 0;  // axes of the result after those of the arrays
  for (std::size_t axis = 0; axis <= source->extents.size(); ++axis) {
    if (axis == index.arrays_begin)
      for (const std::ptrdiff_t extent : of_arrays) append(kept, extent, 0);
    const bool is_indexed = std::any_of(index.arrays.begin(), index.arrays.end(),
                                        [&](const auto& one) { return one.axis == axis; });
    if (axis == source->extents.size() || is_indexed) continue;
    append(kept, source->extents[axis], strides[axis]);
    if (axis >= index.arrays_begin) ++behind;
  }
  for (axis_and_index& one : index.arrays) one.index = with_trailing_axes(one.index, behind);
  return gathered(source, kept, strides, index.arrays, index_mode::raise, where);
}

node_ptr listed_indices(const node_ptr& a, std::initializer_list<std::ptrdiff_t> indices) {
  const device where = a->where.value_or(current_device());
  const std::vector<std::int64_t> numbers(indices.begin(), indices.end());
  return node_ptr(leaf_from_host(numbers.data(), dtype::int64,
                                 {static_cast<std::ptrdiff_t>(numbers.size())}, where)
                      .get());
}

}  // namespace gpu::detail
