// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/stream.hpp>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Enqueues a kernel of any skeleton, in one launch. Every target has memory. Nothing is launched
/// if there is nothing to compute, but text that a user wrote is compiled even then.
///
/// @throws compile_error, library_not_found, cuda_error, out_of_memory
void launch(const graph::kernel& work, stream_ref stream);

/// Orders the launch behind what other streams write of what the kernel reads.
void order_inputs(const graph::kernel& work, stream_ref stream);
/// The same of all operands, and behind what others read of its targets.
void order_operands(const graph::kernel& work, stream_ref stream);

}  // namespace gpu::execute
