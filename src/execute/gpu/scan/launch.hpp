// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/stream.hpp>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Enqueues a kernel that scans, and has at least one element, in one launch.
///
/// @throws as `run_on_gpu`
void launch_scan(const graph::kernel& work, stream_ref stream);

}  // namespace gpu::execute
