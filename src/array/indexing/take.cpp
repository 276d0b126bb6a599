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

#include "array/indexing/gathered.hpp"
#include "array/indexing/positions.hpp"
#include "array/indexing/taken_axes.hpp"
#include "array/indexing/taken_operands.hpp"
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

/// What a gather is made of: the elements of `source`, along the axes that are listed at their
/// indices, else as `kept` says.
struct gather {
  node_ptr source;
  layout kept;
  std::vector<graph::indexed_axis> axes;
  node_ptr report;
};

gather gather_of(const node_ptr& source, const layout& kept, const shape& strides,
                 const std::vector<axis_and_index>& indices, index_mode mode, device where) {
  gather result{source, kept, {}, nullptr};
  const bool is_empty = element_count(kept.extents) == 0;
  for (const axis_and_index& one : indices)
    result.axes.push_back(
        named_axis(one.index, source->extents[one.axis], strides[one.axis], one.number, is_empty));
  if (mode == index_mode::raise) result.report = execute::index_report_on(where);
  return result;
}

node_ptr gathered(const gather& from, index_mode mode) {
  return detail::gathered(from.source, from.kept, from.axes, mode, from.report);
}

void append(layout& to, std::ptrdiff_t extent, std::ptrdiff_t stride) {
  to.extents.push_back(extent);
  to.strides.push_back(stride);
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
  return what == slice::kind::index || what == slice::kind::range ? 1 : 0;
}

/// A mask of no axes: along a new axis of one element that is taken or not.
index_entry index_of_mask_without_axes(const node_ptr& mask, device where) {
  index_entry entry(positions_of(graph::make_reshape(mask, {1}), where));
  entry.basic = newaxis();
  return entry;
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
  if (arrays.size() == 1) return arrays[0].index->extents;
  std::vector<const shape*> shapes;
  for (const axis_and_index& one : arrays) shapes.push_back(&one.index->extents);
  try {
    return broadcast_shapes(shapes);
  } catch (const shape_error&) {
    std::string texts;
    for (const shape* const one : shapes)
      if (!one->empty()) texts += text_of(*one, " ");
    throw index_error(text_of(
        "shape mismatch: indexing arrays could not be broadcast together with shapes ", texts));
  }
}

/// The indices of the elements where masks hold, in place of the masks. Waits if there are any.
/// @throws index_error  too many indices
/// @throws index_error  "boolean index did not match indexed array along axis 0; size of axis is 4
///                      but size of corresponding boolean axis is 3"
std::vector<index_entry> without_masks(const node_ptr& a, std::span<const index_entry> entries) {
  const auto is_mask = [](const index_entry& entry) {
    return entry.array && entry.array->type == dtype::bool_;
  };
  std::size_t named = 0;
  for (const index_entry& entry : entries)
    named += is_mask(entry) ? entry.array->extents.size() : axes_of(entry);
  if (named > a->extents.size())
    throw index_error(text_of("too many indices for array: array is ", a->extents.size(),
                              "-dimensional, but ", named, " were indexed"));
  std::vector<index_entry> result;
  std::size_t axis = 0;
  for (const index_entry& entry : entries) {
    if (!is_mask(entry)) {
      result.push_back(entry);
      const bool is_ellipsis = entry.basic.what() == slice::kind::ellipsis && !entry.array;
      axis += is_ellipsis ? a->extents.size() - named : axes_of(entry);
      continue;
    }
    const shape& mask = entry.array->extents;
    if (mask.empty()) {
      result.push_back(index_of_mask_without_axes(entry.array, graph::device_of(a, entry.array)));
      continue;
    }
    for (std::size_t i = 0; i < mask.size(); ++i)
      if (mask[i] != a->extents[axis + i])
        throw index_error(text_of("boolean index did not match indexed array along axis ", axis + i,
                                  "; size of axis is ", a->extents[axis + i],
                                  " but size of corresponding boolean axis is ", mask[i]));
    axis += mask.size();
    for (node_ptr& indices : indices_of(entry.array, graph::device_of(a, entry.array)))
      result.emplace_back(std::move(indices));
  }
  return result;
}

/// The only entry, if it is a mask of these extents; else null.
node_ptr mask_of_all(const shape& extents, std::span<const index_entry> entries) {
  if (entries.size() != 1 || !entries[0].array) return nullptr;
  const node_ptr& entry = entries[0].array;
  return entry->type == dtype::bool_ && entry->extents == extents ? entry : nullptr;
}

/// The gather of `a[entries]`, none of which is a mask.
gather indexed_gather(const node_ptr& a, std::span<const index_entry> entries) {
  resolved_index index = resolve(a, entries);
  const device where = graph::device_of(a, index.arrays.front().index);
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
  return gather_of(source, kept, strides, index.arrays, index_mode::raise, where);
}

/// Where the elements of `seen[entries]`, which are elements of `whole`, lie in it.
node_ptr positions_in(const graph::leaf_ptr& whole, const node_ptr& seen,
                      std::span<const index_entry> entries) {
  const gather from = indexed_gather(seen, without_masks(seen, entries));
  layout kept = from.kept;
  kept.offset = static_cast<const graph::leaf_node&>(*from.source).offset - whole->offset;
  return graph::make_gather_offset(*whole->where, kept, from.axes, index_mode::raise, from.report);
}

/// `a` with so many axes of extent 1 in place of one.
node_ptr with_axes_of_one(const node_ptr& a, std::size_t axis, std::size_t count) {
  shape extents;
  for (std::size_t i = 0; i < a->extents.size(); ++i) {
    if (i != axis) extents.push_back(a->extents[i]);
    for (std::size_t k = 0; i == axis && k < count; ++k) extents.push_back(1);
  }
  return graph::make_reshape(a, extents);
}

/// See `computed_of_taken`.
node_ptr computed_of_taken_along(const node_ptr& a, const node_ptr& indices, std::ptrdiff_t axis) {
  const shape& extents = a->extents;
  if (extents.size() != indices->extents.size()) return nullptr;  // which is refused later
  const std::size_t along = normalize_axis_index(axis, extents.size());
  if (extents[along] <= 1) return nullptr;
  std::ptrdiff_t size = indices->extents[along];
  for (std::size_t i = 0; i < extents.size(); ++i)
    if (i != along) size *= std::max(extents[i], indices->extents[i]);
  return computed_of_taken(a, std::uint64_t{1} << along, size, [&](const node_ptr& operand) {
    return operand->extents[along] == 1
               ? operand
               : taken_along_axis(operand, indices, static_cast<std::ptrdiff_t>(along));
  });
}

}  // namespace

node_ptr taken(const node_ptr& a, const node_ptr& indices, optional_axis axis, index_mode mode) {
  const device where = graph::device_of(a, indices);
  if (axis && a->extents.empty()) static_cast<void>(normalize_axis_index(*axis, 1));
  const node_ptr source = placed(axis && !a->extents.empty() ? a : graph::make_ravel(a), where);
  const std::size_t along =
      axis && !a->extents.empty() ? normalize_axis_index(*axis, a->extents.size()) : 0;
  const std::ptrdiff_t extent = source->extents[along];
  const std::ptrdiff_t named = element_count(indices->extents);
  if (extent == 0 && named != 0)
    throw index_error("cannot do a non-empty take from an empty axes.");
  const std::ptrdiff_t size = extent == 0 ? 0 : element_count(source->extents) / extent * named;
  const node_ptr computed =
      computed_of_taken(source, std::uint64_t{1} << along, size, [&](const node_ptr& operand) {
        return operand->extents[along] == extent
                   ? taken(operand, indices, static_cast<std::ptrdiff_t>(along), mode)
                   : with_axes_of_one(operand, along, indices->extents.size());
      });
  if (computed) return computed;
  const shape strides = graph::layout_in_memory(*source).strides;
  layout kept;
  for (std::size_t i = 0; i < along; ++i) append(kept, source->extents[i], strides[i]);
  for (const std::ptrdiff_t extent : indices->extents) append(kept, extent, 0);
  for (std::size_t i = along + 1; i < source->extents.size(); ++i)
    append(kept, source->extents[i], strides[i]);
  const node_ptr index = with_trailing_axes(indices, source->extents.size() - along - 1);
  return gathered(gather_of(source, kept, strides, {{along, along, index}}, mode, where), mode);
}

node_ptr taken_along_axis(const node_ptr& a, const node_ptr& indices, optional_axis axis) {
  if (!axis) return taken_along_axis(graph::make_ravel(a), graph::make_ravel(indices), 0);
  const device where = graph::device_of(a, indices);
  const node_ptr source = placed(a, where);
  if (const node_ptr computed = computed_of_taken_along(source, indices, *axis)) return computed;
  const places_along_axis places =
      along_axis(source->extents, graph::layout_in_memory(*source).strides, indices, *axis);
  return gathered({source, places.kept, {places.axis}, execute::index_report_on(where)},
                  index_mode::raise);
}

node_ptr indexed(const node_ptr& a, std::span<const index_entry> entries) {
  if (const node_ptr mask = mask_of_all(a->extents, entries))
    return node_ptr(elements_where(mask, a, graph::device_of(a, mask)).get());
  return gathered(indexed_gather(a, without_masks(a, entries)), index_mode::raise);
}

index_places places_of(const index_target& a, std::span<const index_entry> entries) {
  if (const node_ptr mask = mask_of_all(a.extents(), entries); mask && mask->where == a.where())
    return index_places::where(mask, a.part());
  return index_places::at(index_positions(a, entries));
}

node_ptr index_positions(const index_target& a, std::span<const index_entry> entries) {
  return positions_in(a.array().leaf(), a.read_node(), entries);
}

node_ptr index_positions(const graph::leaf_ptr& whole, std::span<const index_entry> entries) {
  if (std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return entry.array; }))
    return positions_in(whole, node_ptr(whole.get()), entries);
  std::vector<slice> slices;
  for (const index_entry& entry : entries) slices.push_back(entry.basic);
  const layout place = apply(sliced(whole->extents, slices), row_major(whole->extents));
  const node_ptr numbers = graph::make_flat_index({element_count(place.extents)}, *whole->where);
  return graph::make_reshape(positions_at(place, numbers), place.extents);
}

}  // namespace gpu::detail
