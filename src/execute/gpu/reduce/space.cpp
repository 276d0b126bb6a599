// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/space.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/append_axis.hpp"

namespace gpu::execute {
namespace {

/// Broadcast axes count as further apart than any stride, so that they are accessed outermost.
std::ptrdiff_t step_size(std::ptrdiff_t stride) {
  return stride == 0 ? std::numeric_limits<std::ptrdiff_t>::max() : std::abs(stride);
}

/// Bytes of the elements of an operand that are read, by which the leader is chosen. Memory and
/// outputs of rows have no axes to follow; elements that are written, and those of rows, count as
/// none. What is gathered is another element at each index.
std::ptrdiff_t bytes_to_read(const reduction_operand& one) {
  if (one.is_memory || (one.is_output && one.per_row)) return -1;
  if (one.gathered_bytes > 0) return one.gathered_bytes * element_count(one.place.extents);
  if (one.is_output || one.per_row) return 0;
  std::ptrdiff_t bytes = one.bytes;
  for (std::size_t axis = 0; axis < one.place.extents.size(); ++axis)
    if (one.place.strides[axis] != 0) bytes *= one.place.extents[axis];
  return bytes;
}

std::size_t leader_of(std::span<const reduction_operand> operands) {
  std::size_t leader = 0;
  std::ptrdiff_t most = -1;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::ptrdiff_t bytes = bytes_to_read(operands[i]);
    if (bytes > most) leader = i;
    most = std::max(most, bytes);
  }
  return leader;
}

/// The axes in `mask` of extents other than 1, by the leader's steps, largest first.
std::vector<std::size_t> order_of(const layout& leader, std::uint64_t mask) {
  std::vector<std::size_t> order;
  order.reserve(leader.extents.size());
  for (std::size_t axis = 0; axis < leader.extents.size(); ++axis)
    if (leader.extents[axis] != 1 && (mask >> axis & 1) != 0) order.push_back(axis);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return step_size(leader.strides[a]) > step_size(leader.strides[b]);
  });
  return order;
}

/// Whether the last of the reduced axes is where the leader's neighbours lie.
bool ends_reduced(const iteration& axes, std::size_t kept_rank, std::size_t leader) {
  if (kept_rank == 0) return true;
  std::ptrdiff_t reduced = 1;
  for (std::size_t k = kept_rank; k < axes.rank(); ++k) reduced *= axes.extents[k];
  if (reduced <= 1) return false;
  const shape& strides = axes.strides[leader];
  return step_size(strides.back()) <= step_size(strides[kept_rank - 1]);
}

}  // namespace

reduction_space space_of(const graph::kernel& work, std::span<const reduction_operand> operands) {
  const std::size_t leader = leader_of(operands);
  const layout& leading = operands[leader].place;
  reduction_space space;
  space.axes.strides.resize(operands.size());
  space.axes.offsets.reserve(operands.size());
  std::vector<const layout*> places;
  places.reserve(operands.size());
  for (const reduction_operand& one : operands) {
    space.axes.offsets.push_back(one.place.offset);
    places.push_back(&one.place);
  }
  append_axes(space.axes, places, leading, order_of(leading, ~work.reduced_axes()));
  space.kept_rank = space.axes.rank();
  append_axes(space.axes, places, leading, order_of(leading, work.reduced_axes()));
  space.ends_reduced = ends_reduced(space.axes, space.kept_rank, leader);
  return space;
}

}  // namespace gpu::execute
