// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Enqueues `work` on the current stream of `work.where`, a GPU. Every target has memory. Nothing
/// is launched if there are no elements, but text that a user wrote is compiled even then.
///
/// @throws compile_error, library_not_found, cuda_error, out_of_memory
void run_on_gpu(const graph::kernel& work);

}  // namespace gpu::execute
