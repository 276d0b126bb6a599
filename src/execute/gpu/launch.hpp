// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <gpu/cuda/module.hpp>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/kernel_table.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "execute/operation.hpp"

namespace gpu::execute {

/// Writes the arguments of a launch whose workspace is given.
using argument_function = std::function<void(argument_writer&, const workspace&)>;

/// Enqueues the kernel of a plan that has blocks, as the work of an operation that knows the
/// operands.
///
/// @throws cuda_error, out_of_memory
void launch(const launch_plan& plan, const loaded_kernel& kernel, const operation& work,
            const argument_function& write);

/// Enqueues a kernel that is no plan's, with arguments as `cuda::launch` takes them.
///
/// @throws cuda_error
void launch(kernel_ref kernel, const launch_config& config, const operation& work,
            const void* arguments, std::size_t argument_bytes);

}  // namespace gpu::execute
