// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute::skeletons {

/// Of a kernel's outputs the first is a mask, the second what is selected; without that positions
/// are.
struct select {
  static constexpr std::string_view name = "select";
  static constexpr std::string_view suffix = "_select";
  bool runs = false;    ///< as that of `contiguous`, of the elements of an access
  bool ahead = false;   ///< blocks load a tile while they wait for the place of what they selected
  bool beyond = false;  ///< elements behind the last are computed, and none of them is selected

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const select&, const select&) = default;
};

}  // namespace gpu::execute::skeletons
