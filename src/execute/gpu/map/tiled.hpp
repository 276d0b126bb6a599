// SPDX-License-Identifier: BSD-3-Clause
// tiled: operands whose neighbours lie along another axis than others' go through shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/space.hpp"

namespace gpu::execute {

namespace skeletons {
struct tiled {
  static constexpr std::string_view name = "tiled";
  static const map_arguments arguments;
  std::uint16_t tile_rows = 0;     ///< elements along the columns of what is transposed
  std::uint16_t tile_columns = 0;  ///< elements along the columns of what is written
  std::uint16_t column = 1;        ///< elements of one access to a transposed operand

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const tiled&, const tiled&) = default;
};
}  // namespace skeletons

/// A space of at least three axes: the last one, and before it the one along which other operands
/// have their neighbours.
struct tiled_space {
  map_space space;
  std::ptrdiff_t nearer = 1;  ///< as in `map_plan`
};

/// None if no axis has enough neighbours.
[[nodiscard]] std::optional<tiled_space> order_for_tiles(const map_space& space);

/// None if nothing that is transposed is aligned.
[[nodiscard]] std::optional<map_plan> plan_tiled(const graph::kernel& work,
                                                 const tiled_space& tiled);

}  // namespace gpu::execute
