// SPDX-License-Identifier: BSD-3-Clause
// The order of a stream's kernels, each of which is launched before the one before it has ended:
// its launch, and the way of its blocks to the multiprocessors, then cost no time. See
// "programmatic dependent launch" in NVIDIA's CUDA Programming Guide.
#pragma once

namespace gpu::kernels {

/// Waits until the kernel before this one in its stream has ended, and what it wrote is seen by
/// all; from then on the kernel after this one may be launched, once all blocks of this one have
/// begun.
///
/// Every thread of a kernel that is launched in this way calls it before it touches memory.
__device__ __forceinline__ void await_grid_dependency() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

}  // namespace gpu::kernels
