// SPDX-License-Identifier: BSD-3-Clause
// Computes values into memory: by one kernel if that is enough, else by a schedule of kernels.
#pragma once

#include <span>
#include <vector>

#include "graph/schedule/schedule.hpp"

namespace gpu::execute {

/// Computes `value` into `target`, through a temporary if kernels would overwrite what they, or
/// later ones, still read.
/// @enqueue on the device's current stream; returns before the result is ready
void compute(const graph::node& value, const graph::leaf_ptr& target);

/// Computes each value into its target, which is new memory: those of one shape in one kernel, as
/// far as the limits of a kernel allow.
/// @enqueue on the device's current stream; returns before the result is ready
/// @param divided  as for `make_schedule`
void compute_roots(std::span<const graph::root> roots, std::vector<graph::node_ptr> divided = {});

}  // namespace gpu::execute
