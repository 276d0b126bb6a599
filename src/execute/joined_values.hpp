// SPDX-License-Identifier: BSD-3-Clause
// Values that read joined ones, which no kernel computes: they are computed part by part.
#pragma once

#include <vector>

#include "graph/schedule/linearizer.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::execute {

/// Operands of an op, a reduction or a scan that join others.
[[nodiscard]] std::vector<graph::pending_value> joined_operands(const graph::node& value);

/// Whether joined values are all that a root waits for, of which it is no view.
[[nodiscard]] bool waits_for_joined(const graph::root& one,
                                    const std::vector<graph::pending_value>& pending);

/// Computes a joined value into new memory, each part to its place.
/// @enqueue on the device's current stream; returns before the result is ready
void compute_joined(const graph::node& value, const graph::leaf_ptr& target);

/// Computes a root part by part if it reads joined values element by element. If not, returns
/// false, and those that are pending, or that it reads otherwise, are in memory.
/// @enqueue on the device's current stream; returns before the result is ready
[[nodiscard]] bool compute_divided(const graph::root& one,
                                   const std::vector<graph::pending_value>& pending,
                                   graph::finished_values& finished);

}  // namespace gpu::execute
