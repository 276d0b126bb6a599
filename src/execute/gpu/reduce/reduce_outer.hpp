// SPDX-License-Identifier: BSD-3-Clause
// reduce_outer: a thread has neighbouring columns, and a tile of threads those side by side.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "execute/gpu/reduce/shape.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute::skeletons {

struct reduce_outer : reduction_parameters {
  static constexpr std::string_view name = "reduce_outer";
  static const reduction_form form;
  bool fits_registers = false;  ///< whether as many threads as usual have theirs: `resident_threads`

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const reduce_outer&, const reduce_outer&) = default;
};

}  // namespace gpu::execute::skeletons
