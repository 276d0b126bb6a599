// SPDX-License-Identifier: BSD-3-Clause
// Launches whose arguments may be too long for a launch.
#pragma once

#include <cstddef>
#include <span>

#include <gpu/cuda/module.hpp>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

/// Launches with one argument: the address of a copy of `arguments` in the memory of the stream's
/// device.
void launch_from_memory(kernel_ref kernel, const launch_config& config, stream_ref stream,
                        std::span<const std::byte> arguments);

/// Launches with what `write(argument_writer&)` writes, or with the address of a copy of it if
/// `in_memory`.
template <class Write>
void launch_with(kernel_ref kernel, const launch_config& config, stream_ref stream, bool in_memory,
                 const Write& write) {
  if (in_memory) return launch_from_memory(kernel, config, stream, written(write));
  alignas(16) std::byte buffer[tuning::argument_bytes];
  argument_writer out(buffer);
  write(out);
  cuda::launch(kernel, config, stream, buffer, out.size());
}

}  // namespace gpu::execute
