// SPDX-License-Identifier: BSD-3-Clause
// interleaved: a thread has whole items, whose elements lie side by side in packed arrays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/space.hpp"

namespace gpu::execute {

namespace skeletons {

/// How `interleaved` accesses one operand.
struct interleaved_operand {
  std::uint8_t width = 1;   ///< elements of one access; 0: one that is not aligned to its size
  std::uint8_t period = 0;  ///< packed: elements of an item, side by side; else 0
  std::uint8_t first = 0;   ///< packed: that of channel 0, among those of an item
  std::int8_t step = 0;     ///< packed: from channel to channel
  std::uint8_t holder = 0;  ///< packed: the operand that has the elements in registers
  bool varies = false;      ///< channels have elements of their own
  friend bool operator==(const interleaved_operand&, const interleaved_operand&) = default;
};

struct interleaved {
  static constexpr std::string_view name = "interleaved";
  static const map_arguments arguments;
  std::uint8_t channels = 1;
  bool spare = false;                         ///< the last item is not accessed in a vector
  std::vector<interleaved_operand> operands;  ///< outputs, then arguments

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  void append_to(graph::key_words& words) const {
    const auto& [channel_count, is_spare, all] = *this;
    graph::append(words, channel_count);
    graph::append(words, is_spare);
    graph::append(words, all);
  }
  friend bool operator==(const interleaved&, const interleaved&) = default;
};

}  // namespace skeletons

/// None if no arrays have the elements of an item side by side, where an item is what an index has
/// along a short axis, or what several operands have of one array; or if rows are as good.
[[nodiscard]] std::optional<map_plan> plan_interleaved(const graph::kernel& work,
                                                       const map_space& space);

}  // namespace gpu::execute
