// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <gpu/cuda/stream.hpp>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/kernel_table.hpp"
#include "execute/gpu/launch_plan.hpp"

namespace gpu::execute {

/// Writes the arguments of a launch whose workspace is given.
using argument_function = std::function<void(argument_writer&, const workspace&)>;

/// Enqueues the kernel of a plan that has blocks. The operands are in order on the stream.
///
/// @throws cuda_error, out_of_memory
void launch(const launch_plan& plan, const loaded_kernel& kernel, stream_ref stream,
            const argument_function& write);

}  // namespace gpu::execute
