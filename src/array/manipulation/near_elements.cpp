// SPDX-License-Identifier: BSD-3-Clause
#include "array/manipulation/near_elements.hpp"

#include <cstddef>
#include <cstdint>

#include "array/indexing/taken_axes.hpp"
#include "array/indexing/taken_operands.hpp"

namespace gpu::detail {
namespace {

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

}  // namespace

node_ptr near_elements(const node_ptr& a, const std::vector<near_axis>& axes,
                       graph::beyond_axis mode) {
  const std::uint64_t moved = moved_axes_of(a, axes);
  if (moved == 0) return a;
  const node_ptr computed = computed_of_moved(a, moved, [&](const node_ptr& operand) {
    std::vector<near_axis> own = axes;
    for (std::size_t axis = 0; axis < own.size(); ++axis)
      if (operand->extents[axis] == 1 && a->extents[axis] != 1) own[axis] = {0, 1};
    return near_elements(operand, own, mode);
  });
  return computed ? computed : graph::make_near_gather(placed(a), axes, mode);
}

}  // namespace gpu::detail
