// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Computes `work` on this machine's cores, block by block; returns when it is done. Its targets
/// have memory. A target may be the memory of an argument of the same access pattern; any other
/// overlap is the caller's to avoid.
///
/// @throws error  if an op has no loop for the host
void run_on_host(const graph::kernel& work);
/// The same, by the calling thread alone.
void run_on_this_thread(const graph::kernel& work);

}  // namespace gpu::execute
