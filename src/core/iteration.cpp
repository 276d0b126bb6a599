// SPDX-License-Identifier: BSD-3-Clause
#include "core/iteration.hpp"

#include <cstdlib>
#include <limits>
#include <numeric>

#include "core/append_axis.hpp"

namespace gpu {
namespace {

/// The axes of extent above 1, by the size of the first operand's steps, largest first; broadcast
/// axes of the output (stride 0) keep their place.
std::vector<std::size_t> axis_order(const layout& output) {
  std::vector<std::size_t> order;
  order.reserve(output.extents.size());
  for (std::size_t axis = 0; axis < output.extents.size(); ++axis)
    if (output.extents[axis] != 1) order.push_back(axis);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(output.strides[a]) > std::abs(output.strides[b]);
  });
  return order;
}

/// Whether the space's last axis continues with an axis of `extent` and these strides inside it.
bool merges(const iteration& space, std::ptrdiff_t extent,
            std::span<const std::ptrdiff_t> strides) {
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (space.strides[i].back() != moved_by(0, strides[i], extent)) return false;
  return true;
}

}  // namespace

void append_axis(iteration& space, std::ptrdiff_t extent, std::span<const std::ptrdiff_t> strides,
                 std::size_t complete) {
  const bool merged = space.rank() > complete && merges(space, extent, strides);
  if (merged)
    space.extents[space.rank() - 1] *= extent;
  else
    space.extents.push_back(extent);
  for (std::size_t i = 0; i < strides.size(); ++i) {
    if (merged)
      space.strides[i][space.rank() - 1] = strides[i];
    else
      space.strides[i].push_back(strides[i]);
  }
}

void append_axes(iteration& space, std::span<const layout* const> operands, const layout& leader,
                 std::span<const std::size_t> axes) {
  const std::size_t complete = space.rank();
  std::vector<std::ptrdiff_t> strides(operands.size());
  for (const std::size_t axis : axes) {
    const std::ptrdiff_t extent = leader.extents[axis];
    const bool is_reversed = leader.strides[axis] < 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      strides[i] = operands[i]->strides[axis];
      if (!is_reversed) continue;
      space.offsets[i] = moved_by(space.offsets[i], strides[i], extent - 1);
      strides[i] = moved_by(0, strides[i], -1);
    }
    append_axis(space, extent, strides, complete);
  }
}

iteration plan_iteration(std::span<const layout* const> operands) {
  iteration space;
  space.strides.resize(operands.size());
  space.offsets.reserve(operands.size());
  for (const layout* operand : operands) space.offsets.push_back(operand->offset);
  append_axes(space, operands, *operands.front(), axis_order(*operands.front()));
  return space;
}

bool fits_32_bits(const iteration& space, std::ptrdiff_t margin) noexcept {
  const std::ptrdiff_t limit = std::numeric_limits<std::int32_t>::max() - margin;
  std::ptrdiff_t count = 1;
  for (const std::ptrdiff_t extent : space.extents) count *= extent;
  if (count > limit) return false;
  for (const shape& strides : space.strides) {
    std::ptrdiff_t reach = 0;
    for (std::size_t axis = 0; axis < space.rank(); ++axis) {
      // Steps of an affine index may be as large as int64: the product must not overflow.
      if (strides[axis] > limit || strides[axis] < -limit) return false;
      reach += (space.extents[axis] - 1) * std::abs(strides[axis]);
      if (reach > limit) return false;
    }
  }
  return true;
}

bool may_overlap(const layout& a, const layout& b) noexcept {
  const std::optional<offset_bounds> first = bounds(a);
  const std::optional<offset_bounds> second = bounds(b);
  return first && second && first->first <= second->last && second->first <= first->last;
}

}  // namespace gpu
