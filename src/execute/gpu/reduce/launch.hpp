// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/stream.hpp>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Enqueues a kernel that reduces, in one launch. Rows of no elements have the results of no
/// elements; nothing is launched if there are no rows, but text that a user wrote is compiled.
///
/// @throws as `run_on_gpu`
void launch_reduction(const graph::kernel& work, stream_ref stream);

}  // namespace gpu::execute
