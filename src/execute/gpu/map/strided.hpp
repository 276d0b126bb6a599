// SPDX-License-Identifier: BSD-3-Clause
// strided: any strides along any axes, up to eight.
#pragma once

#include <string>
#include <string_view>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/space.hpp"

namespace gpu::execute {

namespace skeletons {
struct strided {
  static constexpr std::string_view name = "strided";
  static const map_arguments arguments;

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const strided&, const strided&) = default;
};
}  // namespace skeletons

[[nodiscard]] map_plan plan_strided(const map_space& space);

}  // namespace gpu::execute
