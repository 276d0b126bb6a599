// SPDX-License-Identifier: BSD-3-Clause
// Compiled code by what it was compiled from: in memory, then on disk, then by the compiler.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/module.hpp>

#include <memory>
#include <string>

#include "jit/compiler.hpp"
#include "jit/program.hpp"

namespace gpu {

/// The kernel of a program, loaded. Each program is compiled once in a process, however many
/// threads ask; those that ask for other programs do not wait. The kernel lives as long as the
/// process. What reads files beside the library's own headers is not kept on disk.
///
/// @throws compile_error      to all who wait; the next to ask tries again
/// @throws library_not_found  if it must be compiled and there is no NVRTC
/// @throws cuda_error         if the driver cannot load it
/// @throws value_error        if an environment variable of the disk cache says what it cannot
[[nodiscard]] kernel_ref load_kernel(const program& program, device device);

/// Whether `load_kernel` would take no compiler: the code is there, or some thread is making it.
/// @throws value_error  as `load_kernel`
[[nodiscard]] bool is_compiled(const program& program, device device);

/// The kernel of `program` from PTX that computes the same, which the driver assembles, once in a
/// process; null if the driver cannot use it. Not cached on disk.
[[nodiscard]] kernel_ref load_baseline(const program& program, const std::string& ptx,
                                       device device);

/// What `load_kernel` loads: works on a machine without a GPU.
[[nodiscard]] std::shared_ptr<const device_code> load_image(const program& program,
                                                            architecture architecture);

/// Forgets what is cached in memory, not what is loaded, so that the disk is asked again.
void forget_images();

}  // namespace gpu
