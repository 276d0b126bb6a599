// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace gpu::kernels {

/// Where `at`, which is in shared memory, lies there: instructions take it so.
__device__ __forceinline__ unsigned shared_address(const void* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

}  // namespace gpu::kernels
