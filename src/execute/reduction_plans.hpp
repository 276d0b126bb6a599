// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include <gpu/graph/kernel.hpp>

#include "planned_reduction.hpp"

namespace gpu::execute {

/// `plan_reduction(work)`, remembered by this thread for its last kernels: of equal signatures,
/// extents, layouts and alignments. Never null.
[[nodiscard]] std::shared_ptr<const planned_reduction> find_reduction_plan(
    const graph::kernel& work);

}  // namespace gpu::execute
