// SPDX-License-Identifier: BSD-3-Clause
// Whether a value can be computed straight into memory that it is computed from.
#pragma once

#include <span>

#include "graph/schedule/schedule.hpp"

namespace gpu::execute {

/// Whether the kernel reads memory that it also writes, with another access pattern, or may end
/// with an error when it has written some of it.
[[nodiscard]] bool needs_temporary(const graph::kernel& work);

/// The same of the kernels of a schedule from the first on that writes to the target.
[[nodiscard]] bool needs_temporary(std::span<const graph::scheduled_kernel> schedule,
                                   const graph::leaf_node& target);

}  // namespace gpu::execute
