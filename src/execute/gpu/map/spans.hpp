// SPDX-License-Identifier: BSD-3-Clause
// Operands of an elementwise kernel that are one array, seen a few columns apart.
#pragma once

#include <optional>
#include <vector>

#include "execute/gpu/map/space.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

struct spans {
  std::vector<graph::span_access> operands;  ///< of all; of those that are no neighbours nothing
  int vector;                                ///< neighbours that a thread has
  bool reads_rows_again = false;             ///< rows are read for several rows of the results
};

/// None if there are none, or if an operand is accessed otherwise than by neighbours or by one
/// element for a row.
[[nodiscard]] std::optional<spans> find_spans(const graph::kernel& work, const map_space& space);

}  // namespace gpu::execute
