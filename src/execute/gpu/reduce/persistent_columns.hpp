// SPDX-License-Identifier: BSD-3-Clause
// persistent_columns: a block keeps neighbouring columns, each thread some vectors of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "execute/gpu/reduce/shape.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute::skeletons {

struct persistent_columns : reduction_parameters {
  static constexpr std::string_view name = "persistent_columns";
  static const reduction_form form;
  std::uint8_t items_per_thread = 1;  ///< vectors of a column
  std::uint8_t warp_vectors = 0;      ///< side by side, if warps combine first what they have
  /// Blocks, a cluster if they are several, that copy their next columns together while they work
  /// on some; 0: none does.
  std::uint8_t ahead = 0;

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const persistent_columns&, const persistent_columns&) = default;
};

}  // namespace gpu::execute::skeletons
