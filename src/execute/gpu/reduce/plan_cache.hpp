// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "execute/gpu/reduce/plan.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// `plan_reduction(work)`, remembered by this thread for its last kernels: of equal signatures,
/// extents, layouts and alignments. Never null.
[[nodiscard]] std::shared_ptr<const reduction_plan> find_reduction_plan(const graph::kernel& work);

}  // namespace gpu::execute
