// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "execute/contiguous_expression.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Enqueues `work` on the current stream of `work.where`, a GPU, in one launch. Every target has
/// memory. Nothing is launched if there is nothing to compute, but text that a user wrote is
/// compiled even then.
///
/// @throws compile_error, library_not_found, cuda_error, out_of_memory
void run_on_gpu(const graph::kernel& work);

/// The same for an expression whose target has memory on a GPU. False, and nothing has been
/// enqueued, if it must be scheduled.
[[nodiscard]] bool run_on_gpu(const contiguous_expression& read);

}  // namespace gpu::execute
