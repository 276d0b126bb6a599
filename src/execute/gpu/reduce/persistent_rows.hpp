// SPDX-License-Identifier: BSD-3-Clause
// persistent_rows: a team of threads, or the blocks of a cluster, keep a row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "execute/gpu/reduce/shape.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute::skeletons {

struct persistent_rows : reduction_parameters {
  static constexpr std::string_view name = "persistent_rows";
  static const reduction_form form;
  std::uint8_t items_per_thread = 0;  ///< vectors of a row; 0 reads again in each pass
  std::uint8_t cluster = 1;           ///< blocks that work on a row together

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const persistent_rows&, const persistent_rows&) = default;
};

}  // namespace gpu::execute::skeletons
