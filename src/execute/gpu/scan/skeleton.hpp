// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <gpu/kernels/abi.hpp>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute::skeletons {

struct scan {
  static constexpr std::string_view name = "scan";
  std::uint16_t team = 1;   ///< threads of one segment
  std::uint16_t width = 1;  ///< vectors of other segments that lie side by side
  bool along = false;       ///< neighbours in a vector are neighbours along the scanned axis
  kernels::carried carry = kernels::carried::nothing;  ///< from tile to tile of a segment

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const scan&, const scan&) = default;
};

}  // namespace gpu::execute::skeletons
