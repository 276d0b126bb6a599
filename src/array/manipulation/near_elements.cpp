// SPDX-License-Identifier: BSD-3-Clause
#include "array/manipulation/near_elements.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <gpu/graph/build.hpp>
#include <gpu/kernels/functors/near_index.hpp>

#include "array/assembly.hpp"
#include "array/indexing/taken_axes.hpp"
#include "array/indexing/taken_operands.hpp"

namespace gpu::detail {
namespace {

using graph::beyond_axis;
using graph::near_axis;
using graph::node_ptr;

/// A bit for each axis along which elements are elsewhere than those of `a`.
std::uint64_t moved_axes_of(const node_ptr& a, const std::vector<near_axis>& axes) {
  std::uint64_t moved = 0;
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    if (axes[axis].start != 0 || axes[axis].extent != a->extents[axis])
      moved |= std::uint64_t{1} << axis;
  return moved;
}

/// Neighbours along an axis of the result that are neighbours in the source as well, in its order
/// or the other way round, or are all the same element.
struct segment {
  std::ptrdiff_t to;
  std::ptrdiff_t count;
  std::ptrdiff_t from;
  std::ptrdiff_t step;
};

/// Where in an axis of `size` elements what stands at a place on it, or near it, comes from.
std::ptrdiff_t source_of(std::ptrdiff_t place, std::ptrdiff_t size, beyond_axis mode) {
  switch (mode) {
    case beyond_axis::edge:
      return kernels::nearest_index<std::ptrdiff_t>{}(place, size);
    case beyond_axis::wrapped:
      return kernels::wrapped_index<std::ptrdiff_t>{}(place, size);
    default:
      return kernels::mirrored_index<std::ptrdiff_t>{}(
          place, size, mode == beyond_axis::mirrored_with_ends ? 1 : 0);
  }
}

/// The elements of one axis: those before the source's, its own, those behind.
std::vector<segment> segments_of(const near_axis& axis, std::ptrdiff_t size, beyond_axis mode) {
  const std::ptrdiff_t end = axis.start + axis.extent;
  std::vector<segment> segments;
  const auto add = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    if (first >= last) return;
    const std::ptrdiff_t from = source_of(first, size, mode);
    const std::ptrdiff_t step = last - first > 1 ? source_of(first + 1, size, mode) - from : 1;
    segments.push_back({first - axis.start, last - first, from, step});
  };
  add(axis.start, std::min<std::ptrdiff_t>(end, 0));
  add(std::max<std::ptrdiff_t>(axis.start, 0), std::min(end, size));
  add(std::max(axis.start, size), end);
  return segments;
}

/// For each axis.
using segment_lists = std::vector<std::vector<segment>>;

std::size_t combinations_of(const segment_lists& along) {
  std::size_t count = 1;
  for (const std::vector<segment>& segments : along) count *= segments.size();
  return count;
}

/// The elements as boxes of `source`, one for each combination of segments.
std::vector<placed_part> boxes_of(const node_ptr& source, const segment_lists& along) {
  const std::size_t rank = along.size();
  std::vector<placed_part> boxes(combinations_of(along));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    affine_view box{shape(rank, 1), shape(rank, 0), {}};
    boxes[i].start = shape(rank, 0);
    std::size_t rest = i;
    for (std::size_t axis = 0; axis < rank; rest /= along[axis++].size()) {
      const segment& one = along[axis][rest % along[axis].size()];
      boxes[i].start[axis] = one.to;
      box.extents[axis] = one.count;
      box.start[axis] = one.from;
      if (one.step != 0) box.terms.push_back({axis, axis, one.step});
    }
    boxes[i].value = graph::make_view(source, std::move(box));
  }
  return boxes;
}

/// More boxes than this take longer to begin than to ask each element where it comes from.
constexpr std::size_t max_boxes = 64;

/// On the host: boxes that are copied, if that is worth it, else null.
node_ptr near_boxes(const node_ptr& a, const std::vector<near_axis>& axes, beyond_axis mode) {
  segment_lists along;
  shape extents;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    along.push_back(segments_of(axes[axis], a->extents[axis], mode));
    extents.push_back(axes[axis].extent);
  }
  if (element_count(extents) < min_assembled_size || combinations_of(along) > max_boxes)
    return nullptr;
  return assembled_later(graph::operand_list::of(a), a->type, extents,
                         [along](const node_list& leaves) { return boxes_of(leaves[0], along); });
}

}  // namespace

node_ptr near_elements(const node_ptr& a, const std::vector<near_axis>& axes,
                       graph::beyond_axis mode) {
  const std::uint64_t moved = moved_axes_of(a, axes);
  if (moved == 0) return a;
  if (graph::device_of(a).is_cpu())
    if (const node_ptr boxes = near_boxes(a, axes, mode)) return boxes;
  const node_ptr computed = computed_of_moved(a, moved, [&](const node_ptr& operand) {
    std::vector<near_axis> own = axes;
    for (std::size_t axis = 0; axis < own.size(); ++axis)
      if (operand->extents[axis] == 1 && a->extents[axis] != 1) own[axis] = {0, 1};
    return near_elements(operand, own, mode);
  });
  return computed ? computed : graph::make_near_gather(placed(a), axes, mode);
}

}  // namespace gpu::detail
