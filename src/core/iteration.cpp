// SPDX-License-Identifier: BSD-3-Clause
#include "core/iteration.hpp"

#include <array>
#include <cstdlib>
#include <limits>

#include "core/append_axis.hpp"

namespace gpu {
namespace {

/// Adds an axis inside the last one, with which it becomes one if every operand allows it and
/// `may_merge`. `stride(i)` is that of operand i.
template <class Stride>
void append(iteration& space, std::ptrdiff_t extent, bool may_merge, const Stride& stride) {
  const std::size_t last = space.rank() - 1;
  const std::span<shape> strides = space.strides;
  for (std::size_t i = 0; may_merge && i < strides.size(); ++i)
    may_merge = strides[i][last] == moved_by(0, stride(i), extent);
  if (may_merge) {
    space.extents[last] *= extent;
    for (std::size_t i = 0; i < strides.size(); ++i) strides[i][last] = stride(i);
  } else {
    space.extents.push_back(extent);
    for (std::size_t i = 0; i < strides.size(); ++i) strides[i].push_back(stride(i));
  }
}

}  // namespace

void append_axis(iteration& space, std::ptrdiff_t extent, std::span<const std::ptrdiff_t> strides,
                 std::size_t complete) {
  append(space, extent, space.rank() > complete, [&](std::size_t i) { return strides[i]; });
}

std::uint64_t append_axes(iteration& space, std::span<const layout* const> operands,
                          const layout& leader, std::span<const std::size_t> axes,
                          std::uint64_t apart) {
  std::size_t complete = space.rank();
  std::uint64_t appended = 0;
  bool was_apart = false;
  for (const std::size_t axis : axes) {
    const std::ptrdiff_t extent = leader.extents[axis];
    const std::ptrdiff_t sign = leader.strides[axis] < 0 ? -1 : 1;
    for (std::size_t i = 0; sign < 0 && i < operands.size(); ++i)
      space.offsets[i] = moved_by(space.offsets[i], operands[i]->strides[axis], extent - 1);
    const bool is_apart = (apart >> axis & 1) != 0;
    if (is_apart != was_apart) complete = space.rank();
    was_apart = is_apart;
    append(space, extent, space.rank() > complete,
           [&](std::size_t i) { return moved_by(0, operands[i]->strides[axis], sign); });
    appended |= std::uint64_t{is_apart} << (space.rank() - 1);
  }
  return appended;
}

std::uint64_t plan_iteration(iteration& space, std::span<const layout* const> operands,
                             const layout& leader, std::uint64_t apart) {
  space.extents.clear();
  space.offsets.clear();
  space.strides.resize(operands.size());
  for (shape& strides : space.strides) strides.clear();
  for (const layout* operand : operands) space.offsets.push_back(operand->offset);
  // The axes of extent above 1, by the size of the leader's steps, largest first; of equals, and so
  // of its broadcast axes, the first comes first.
  std::array<std::size_t, max_rank> order;
  std::size_t count = 0;
  for (std::size_t axis = 0; axis < leader.extents.size(); ++axis) {
    if (leader.extents[axis] == 1) continue;
    const std::ptrdiff_t step = std::abs(leader.strides[axis]);
    std::size_t place = count++;
    for (; place > 0 && std::abs(leader.strides[order[place - 1]]) < step; --place)
      order[place] = order[place - 1];
    order[place] = axis;
  }
  return append_axes(space, operands, leader, {order.data(), count}, apart);
}

iteration plan_iteration(std::span<const layout* const> operands) {
  iteration space;
  plan_iteration(space, operands, *operands.front());
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
