// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <gpu/cuda/stream.hpp>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Enqueues a kernel of any skeleton, in one launch. Every target has memory. Nothing is launched
/// if there is nothing to compute, but text that a user wrote is compiled even then.
///
/// @throws compile_error, library_not_found, cuda_error, out_of_memory
void launch(const graph::kernel& work, stream_ref stream);

/// Writes the arguments of a launch whose workspace is given.
using argument_function = std::function<void(argument_writer&, const workspace&)>;

/// The last half of that: enqueues the kernel of a plan that has blocks.
void launch_planned(const graph::kernel& work, const launch_plan& plan, stream_ref stream,
                    const argument_function& write);

/// Orders the launch behind what other streams write of what the kernel reads, and behind what they
/// do to its targets that have memory.
void order_operands(const graph::kernel& work, stream_ref stream);

}  // namespace gpu::execute
