// SPDX-License-Identifier: BSD-3-Clause
// Runs scheduled kernels on their device: the last step of every evaluation.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/schedule/schedule.hpp"

namespace gpu::execute {

/// Gives an unallocated leaf its memory.
void provide_memory(const graph::leaf_node& leaf);

/// Runs one kernel, or calls the library that computes it. Its targets get their memory.
/// @enqueue on the device's current stream; returns before the result is ready
/// @throws index_error of what is computed on `cpu()`
void run(graph::kernel& work);

/// Runs a schedule. Intermediate values that nobody else can ask for end with their last reader;
/// those of roots are the caller's to keep.
void run(std::vector<graph::scheduled_kernel>& schedule);

/// Keeps a value in its node if more than its readers in a schedule, which has it once, hold it.
void remember_if_shared(const graph::node& value, const graph::leaf_ptr& leaf,
                        std::int64_t readers);

}  // namespace gpu::execute
