// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Computes `work`, which reduces axes, on this machine's cores; returns when it is done. Its
/// targets have memory, and overlap no argument of another access pattern. The order of all
/// combinations follows from the extents and layouts: the number of threads changes no bit.
void reduce_on_host(const graph::kernel& work);

}  // namespace gpu::execute
