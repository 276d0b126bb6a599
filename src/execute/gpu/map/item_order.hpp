// SPDX-License-Identifier: BSD-3-Clause
// Items, whose elements lie side by side in memory: along which axes a kernel finds them, and in
// which arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "execute/gpu/map/space.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// A space of at least three axes: the last two are the channels, of extent 1 if there are none,
/// and the items.
struct item_space {
  map_space space;

  [[nodiscard]] std::ptrdiff_t items() const { return space.axes.extents.back(); }
  [[nodiscard]] std::ptrdiff_t channels() const { return space.extent(space.rank() - 2); }
  [[nodiscard]] std::ptrdiff_t item_stride(std::size_t i) const {
    return space.axes.strides[i].back();
  }
  [[nodiscard]] std::ptrdiff_t channel_stride(std::size_t i) const {
    return space.stride(i, space.rank() - 2);
  }
  /// Elements of the operand for each item.
  [[nodiscard]] std::ptrdiff_t elements(std::size_t i) const {
    return channel_stride(i) != 0 ? channels() : 1;
  }
  /// Of the first elements of two operands of one array, in elements.
  [[nodiscard]] std::ptrdiff_t distance(std::size_t from, std::size_t to) const {
    return space.axes.offsets[to] - space.axes.offsets[from];
  }
};

/// Operands of one array of which a thread has whole items side by side. Positions are counted from
/// the first element of the first operand.
struct packed_array {
  std::vector<std::size_t> operands;
  std::ptrdiff_t lowest;
  std::ptrdiff_t highest;
  std::uint32_t positions = 0;  ///< bit k: that of `lowest + k`
  std::ptrdiff_t elements = 0;  ///< of an item, of all operands together
};

/// What the kernel is to have: its axes, and arrays of which items lie side by side.
struct item_order {
  item_space in;
  std::vector<packed_array> packed;
};

/// None if no order of the axes has more than one element of an item side by side, or if rows of
/// channels do without.
[[nodiscard]] std::optional<item_order> choose_order(const graph::kernel& work,
                                                     const map_space& space);

}  // namespace gpu::execute
