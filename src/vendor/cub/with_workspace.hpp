// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/stream.hpp>

#include "cuda/backend.hpp"
#include "vendor/cub/cub.hpp"

namespace gpu {

/// Calls `run` twice: to ask how much memory it needs, and with so much from the device's pool,
/// which goes back in the stream's order.
/// @throws cuda_error  while the program ends, once CUDA has let go of CUB's kernels
template <class Run>
void with_workspace(stream_ref stream, const char* action, const Run& run) {
  constexpr int driver_shutting_down = 4;  // cudaErrorCudartUnloading
  if (!cub_kernels::are_registered()) backend::check_runtime(driver_shutting_down, action);
  backend::activate(stream.device().ordinal());
  const backend::relaxed_capture_mode scope;
  cub_kernels::workspace work;
  work.stream = stream.get();
  backend::check_runtime(run(work), action);
  const stream_guard home(stream);
  // Never null: that would be the question again.
  const ref_ptr<memory_block> memory =
      memory_block::allocate(stream.device(), work.size_bytes == 0 ? 1 : work.size_bytes);
  work.data = memory->data();
  backend::check_runtime(run(work), action);
}

}  // namespace gpu
