// SPDX-License-Identifier: BSD-3-Clause
// Cuts ops that are too many for one kernel into several.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/schedule/schedule.hpp"

namespace gpu::graph {

/// A value that a segment leaves to later ones.
struct segment_result {
  node_ptr value;
  std::int64_t readers;  ///< how many operands it is of what the cut values are computed from
};

/// Cuts the ops with these extents that `values` are computed from, in an order in which they can
/// be computed, into segments that keep to the limits of a kernel. Each ends where what it leaves
/// to later ops takes the fewest bytes: in loops, between two of their steps. Gives what each
/// segment leaves; the last segment, which ends with `values`, is not among them.
[[nodiscard]] std::vector<std::vector<segment_result>> cut_into_segments(
    std::span<const node* const> values, const shape& extents, const finished_values& finished);

}  // namespace gpu::graph
