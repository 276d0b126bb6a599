// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/tiling.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "array/assembly.hpp"
#include "array/listed_indices.hpp"
#include "array/manipulation/host_rows.hpp"
#include "array/new_size.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

void require_repetitions(const std::vector<std::ptrdiff_t>& counts) {
  const bool has_negative =
      std::any_of(counts.begin(), counts.end(), [](std::ptrdiff_t count) { return count < 0; });
  if (!has_negative) return;
  throw value_error(counts.size() == 1 ? "negative dimensions are not allowed"
                                       : "repeats may not contain negative values.");
}

/// Of how many axes of `extents` the first ones have so many elements together; none: of no number.
std::optional<std::size_t> axes_of_elements(const shape& extents, std::ptrdiff_t count) {
  std::ptrdiff_t product = 1;
  for (std::size_t axis = 0; axis <= extents.size(); ++axis) {
    if (product == count) return axis;
    if (axis < extents.size()) product *= extents[axis];
  }
  return std::nullopt;
}

/// `a` with a new axis of extent `count` before or behind an axis, merged with it. What is merged
/// from other axes already, as what is repeated twice, gets the new axis among those: then the
/// elements are read where they are, though the merged axes have no strides.
node_ptr with_merged_axis(const node_ptr& a, std::size_t axis, std::ptrdiff_t count,
                          std::size_t position) {
  node_ptr source = a;
  const std::ptrdiff_t before =
      element_count(shape(a->extents.begin(), a->extents.begin() + position));
  const graph::node& known = graph::resolved(*a);
  if (known.kind == graph::node_kind::view && element_count(a->extents) != 0) {
    const auto& view = static_cast<const graph::view_node&>(known);
    const auto found = view.affine ? std::nullopt : axes_of_elements(view.viewed->extents, before);
    if (found) {
      source = view.viewed;
      position = *found;
    }
  }
  if (source->extents.size() == max_rank) {  // no place for one more
    const shape behind(source->extents.begin() + position, source->extents.end());
    source = graph::make_reshape(source, {before, element_count(behind)});
    position = 1;
  }
  shape extents = source->extents;
  extents.insert(position, 1);
  const node_ptr expanded = graph::make_reshape(source, extents);
  extents[position] = count;
  shape merged = a->extents;
  merged[axis] = element_count({merged[axis], count});
  return graph::make_reshape(graph::make_broadcast(expanded, extents), merged);
}

/// A view of `extents`, which have no elements.
node_ptr of_no_elements(const node_ptr& a, const shape& extents) {
  return graph::make_view(graph::make_ravel(a), {extents, {0}, {}});
}

/// The extent of the axis of the result.
std::ptrdiff_t sum_of(const std::vector<std::ptrdiff_t>& counts) {
  std::ptrdiff_t size = 0;
  for (const std::ptrdiff_t count : counts)
    if (__builtin_add_overflow(size, count, &size))
      throw value_error("array is too big; so many repetitions of elements have no number");
  return size;
}

/// Whether the result is on the host and has many elements, which are then copied to their places.
/// @param elements  for each of `length` indices of the axis
bool should_copy_rows(std::ptrdiff_t length, std::ptrdiff_t elements, device where) {
  const wide_integer size = static_cast<wide_integer>(length) * elements;
  return where.is_cpu() && size >= min_assembled_size &&
         size <= std::numeric_limits<std::ptrdiff_t>::max();
}

/// Which element of the axis stands at each place of the result. Of many places on a GPU that is
/// searched for, by a kernel of its own: the first element that ends behind the place.
/// @param size  the sum of `counts`
node_ptr repeated_indices(const std::vector<std::ptrdiff_t>& counts, std::ptrdiff_t size,
                          device where) {
  constexpr std::ptrdiff_t max_listed = 4096;
  if (where.is_gpu() && size > max_listed) {
    std::vector<std::ptrdiff_t> ends(counts.size());
    std::partial_sum(counts.begin(), counts.end(), ends.begin());
    return searched(listed_indices(ends, where), graph::make_flat_index({size}, where),
                    search_side::right, nullptr);
  }
  std::vector<std::int64_t> indices;
  indices.reserve(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < counts.size(); ++i)
    indices.insert(indices.end(), static_cast<std::size_t>(counts[i]),
                   static_cast<std::int64_t>(i));
  return listed_indices(indices, where);
}

}  // namespace

node_ptr tiled_node(const node_ptr& a, const shape& repetitions) {
  for (const std::ptrdiff_t count : repetitions) require_repetitions({count});
  node_ptr result = with_leading_axes(a, repetitions.size());
  const std::size_t missing = result->extents.size() - repetitions.size();
  // One broadcast of all axes: (2, 3) three times along the last axis is (2, 1, 3) as (2, 3, 3).
  // Axes of extent 1 would be too many.
  shape split, seen, merged = result->extents;
  for (std::size_t axis = 0; axis < merged.size(); ++axis) {
    const std::ptrdiff_t count = axis < missing ? 1 : repetitions[axis - missing];
    merged[axis] = element_count({merged[axis], count});
  }
  if (element_count(merged) == 0) return of_no_elements(result, merged);
  for (std::size_t axis = 0; axis < merged.size(); ++axis) {
    const std::ptrdiff_t extent = result->extents[axis];
    if (merged[axis] != extent) {
      split.push_back(1);
      seen.push_back(merged[axis] / extent);
    }
    if (extent != 1) {
      split.push_back(extent);
      seen.push_back(extent);
    }
  }
  result = graph::make_broadcast(graph::make_reshape(result, split), seen);
  return graph::make_reshape(result, merged);
}

node_ptr repeated_node(const node_ptr& a, const repeat_counts& repeats, optional_axis axis) {
  // As NumPy, a number has one axis here.
  const node_ptr source = axis && !a->extents.empty() ? a : graph::make_ravel(a);
  const std::size_t along = normalize_axis_index(axis.value_or(0), source->extents.size());
  const std::ptrdiff_t extent = source->extents[along];
  const std::vector<std::ptrdiff_t>& counts = repeats.list();
  if (counts.size() != 1 && static_cast<std::ptrdiff_t>(counts.size()) != extent)
    throw shape_error(text_of("operands could not be broadcast together with shape (", extent,
                              ",) (", counts.size(), ",)"));
  require_repetitions(counts);
  if (counts.size() == 1) return with_merged_axis(source, along, counts.front(), along + 1);
  const device where = graph::device_of(a);
  const std::ptrdiff_t size = sum_of(counts);
  const bool is_empty = element_count(source->extents) == 0;
  if (!is_empty && should_copy_rows(size, element_count(source->extents) / extent, where))
    return repeated_on_host(source, along, counts, size);
  const node_ptr indices = repeated_indices(counts, size, where);
  return taken(source, indices, static_cast<std::ptrdiff_t>(along), index_mode::clip);
}

node_ptr resized_node(const node_ptr& a, const shape& extents) {
  const std::ptrdiff_t before = element_count(a->extents);
  const std::ptrdiff_t count = new_size(extents);
  if (before == 0 && count != 0) return graph::make_broadcast(number(a->type, 0), extents);
  if (count <= before) return filled_up(a, extents);
  const node_ptr source = graph::make_ravel(a);
  const device where = graph::device_of(a);
  if (where.is_cpu() && count >= min_assembled_size) {
    const std::ptrdiff_t copies = (count - 1) / before + 1;
    return filled_up(with_merged_axis(source, 0, copies, 0), extents);
  }
  const node_ptr positions = graph::make_index({count}, 0, 0, 1, where);
  return graph::make_reshape(taken(source, positions, 0, index_mode::wrap), extents);
}

}  // namespace gpu::detail
