// SPDX-License-Identifier: BSD-3-Clause
// Compilation in the background, beside the thread that needs the kernel some time.
#pragma once

#include <functional>

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/module.hpp>

#include "jit/program.hpp"

namespace gpu {

/// Calls `use` with the kernel of the program, in another thread: one for all programs, in the
/// order of the calls. If it cannot be compiled or loaded, or if the process ends before,
/// `use` is not called.
void load_later(program program, device device, std::function<void(kernel_ref)> use);

}  // namespace gpu
