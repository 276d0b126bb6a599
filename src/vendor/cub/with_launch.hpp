// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/stream.hpp>

#include "cuda/backend.hpp"
#include "vendor/cub/cub.hpp"

namespace gpu {

/// Calls `run`, which launches a kernel of kernels/cub/ that needs no workspace.
/// @throws cuda_error  also while the program ends, once CUDA has let go of these kernels
template <class Run>
void with_launch(stream_ref stream, const char* action, const Run& run) {
  constexpr int driver_shutting_down = 4;  // cudaErrorCudartUnloading
  if (!cub_kernels::are_registered()) backend::check_runtime(driver_shutting_down, action);
  backend::activate(stream.device().ordinal());
  const backend::relaxed_capture_mode scope;  // the first launch loads the kernel
  backend::check_runtime(run(), action);
}

}  // namespace gpu
