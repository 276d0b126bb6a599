// SPDX-License-Identifier: BSD-3-Clause
// table: any number of axes and operands, which the kernel reads from memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/iteration.hpp"
#include "execute/gpu/map/plan.hpp"

namespace gpu::execute {

namespace skeletons {
struct table {
  static constexpr std::string_view name = "table";
  static const map_arguments arguments;

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const table&, const table&) = default;
};
}  // namespace skeletons

[[nodiscard]] map_plan plan_table(iteration axes, std::ptrdiff_t size);

}  // namespace gpu::execute
