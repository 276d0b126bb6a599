// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/item_order.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "execute/gpu/map/access.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

/// @param channels  an axis, or the rank: there are none
item_space order_for_items(const map_space& given, std::size_t items, std::size_t channels) {
  item_space result{given};
  const auto arrange = [&](shape& numbers, std::ptrdiff_t of_new_axis) {
    const shape before = numbers;
    numbers = shape();
    for (std::size_t axis = 0; axis < before.size(); ++axis)
      if (axis != items && axis != channels) numbers.push_back(before[axis]);
    if (numbers.empty()) numbers.push_back(of_new_axis);
    numbers.push_back(channels < before.size() ? before[channels] : of_new_axis);
    numbers.push_back(before[items]);
  };
  for (shape& strides : result.space.axes.strides) arrange(strides, 0);
  arrange(result.space.axes.extents, 1);
  return result;
}

struct positions_of_item {
  std::ptrdiff_t lowest;
  std::ptrdiff_t highest;
};

positions_of_item positions(const item_space& in, std::size_t i) {
  const std::ptrdiff_t last = (in.channels() - 1) * in.channel_stride(i);
  return {std::min<std::ptrdiff_t>(last, 0), std::max<std::ptrdiff_t>(last, 0)};
}

bool may_be_packed(const item_space& in, std::size_t i) {
  const std::ptrdiff_t period = in.item_stride(i);
  const positions_of_item own = positions(in, i);
  return in.space.operands[i].is_array() && period >= 2 && period <= tuning::max_channels &&
         own.highest - own.lowest < period;
}

/// Whether operand `i` goes over the same array in the same way, and has elements of the same
/// items.
bool joins(const item_space& in, const packed_array& array, std::size_t i) {
  const std::size_t first = array.operands.front();
  const map_operand& a = in.space.operands[first];
  const map_operand& b = in.space.operands[i];
  if (a.block != b.block || a.type != b.type || a.is_written != b.is_written) return false;
  for (std::size_t axis = 0; axis < in.space.rank(); ++axis)
    if (axis != in.space.rank() - 2 && in.space.stride(first, axis) != in.space.stride(i, axis))
      return false;
  const positions_of_item own = positions(in, i);
  const std::ptrdiff_t shift = in.distance(first, i);
  return std::max(array.highest, own.highest + shift) - std::min(array.lowest, own.lowest + shift) <
         in.item_stride(i);
}

void add_positions(packed_array& array, const item_space& in) {
  for (const std::size_t i : array.operands) {
    array.elements += in.elements(i);
    const std::ptrdiff_t start = in.distance(array.operands.front(), i) - array.lowest;
    for (std::ptrdiff_t c = 0; c < in.elements(i); ++c)
      array.positions |= 1u << (start + c * in.channel_stride(i));
  }
}

/// Whether to load or store all that lies side by side: of what is read, most is needed; what is
/// written is all of it.
bool is_packed(const item_space& in, const packed_array& array) {
  const std::ptrdiff_t period = in.item_stride(array.operands.front());
  const std::ptrdiff_t count = std::popcount(array.positions);
  if (!in.space.operands[array.operands.front()].is_written) return 2 * count >= period;
  return count == period && array.elements == period;
}

std::vector<packed_array> packed_arrays(const item_space& in) {
  std::vector<packed_array> arrays;
  for (std::size_t i = 0; i < in.space.operands.size(); ++i) {
    if (!may_be_packed(in, i)) continue;
    const auto found = std::find_if(arrays.begin(), arrays.end(),
                                    [&](const packed_array& array) { return joins(in, array, i); });
    const positions_of_item own = positions(in, i);
    if (found == arrays.end()) {
      arrays.push_back({{i}, own.lowest, own.highest});
      continue;
    }
    const std::ptrdiff_t shift = in.distance(found->operands.front(), i);
    found->operands.push_back(i);
    found->lowest = std::min(found->lowest, own.lowest + shift);
    found->highest = std::max(found->highest, own.highest + shift);
  }
  for (packed_array& array : arrays) add_positions(array, in);
  std::erase_if(arrays, [&](const packed_array& array) { return !is_packed(in, array); });
  return arrays;
}

/// Whether any other array has its items far apart, or is written several times at one place.
bool is_scattered(const item_space& in) {
  for (std::size_t i = 0; i < in.space.operands.size(); ++i) {
    if (!in.space.operands[i].is_array()) continue;
    if (std::abs(in.item_stride(i)) > tuning::max_channels) return true;
    if (!in.space.operands[i].is_written) continue;
    for (std::size_t axis = 0; axis < in.space.rank(); ++axis)
      if (in.space.stride(i, axis) == 0 && in.space.extent(axis) > 1) return true;
  }
  return false;
}

/// Whether rows of channels do without elements side by side that a thread needs alone.
bool suits_rows(const graph::kernel& work, const map_space& space, const item_space& in,
                const std::vector<packed_array>& arrays) {
  if (space.axes.extents.back() < tuning::min_row) return false;
  for (const packed_array& array : arrays)
    for (const std::size_t i : array.operands)
      if (in.channel_stride(i) == 0) return false;
  const last_axis_accesses accesses = access_last_axis(work, space);
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (space.operands[i].is_array() && accesses.operands[i] == access::strided) return false;
  return accesses.vector == max_vector_width(work, space.widest_bytes);
}

/// With these axes, if more than one element of an item lies side by side.
std::optional<item_order> try_order(const map_space& space, std::size_t items,
                                    std::size_t channels) {
  item_order order{order_for_items(space, items, channels), {}};
  if (is_scattered(order.in)) return std::nullopt;
  order.packed = packed_arrays(order.in);
  const bool has_channels = channels < space.rank();
  for (const packed_array& array : order.packed) {
    if (std::popcount(array.positions) < 2) continue;
    for (const std::size_t i : array.operands)
      if (!has_channels || order.in.channel_stride(i) != 0) return order;
  }
  return std::nullopt;
}

}  // namespace

std::optional<item_order> choose_order(const graph::kernel& work, const map_space& space) {
  const std::size_t last = space.rank() - 1;
  const auto is_short = [&](std::size_t axis) {
    return space.extent(axis) <= tuning::max_channels;
  };
  if (last > 0 && is_short(last)) {
    std::optional<item_order> order = try_order(space, last - 1, last);
    if (order && !suits_rows(work, space, order->in, order->packed)) return order;
  }
  for (std::size_t axis = last; axis-- > 0;)
    if (is_short(axis))
      if (std::optional<item_order> order = try_order(space, last, axis)) return order;
  return try_order(space, last, space.rank());
}

}  // namespace gpu::execute
