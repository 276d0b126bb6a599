// SPDX-License-Identifier: BSD-3-Clause
// rows: blocks of threads over rows, along which neighbours lie side by side.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/space.hpp"

namespace gpu::execute {

namespace skeletons {
struct rows {
  static constexpr std::string_view name = "rows";
  static const map_arguments arguments;

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const rows&, const rows&) = default;
};
}  // namespace skeletons

/// None if the rows are short, or not worth an axis of their own.
[[nodiscard]] std::optional<map_plan> plan_rows(const graph::kernel& work, const map_space& space);

}  // namespace gpu::execute
