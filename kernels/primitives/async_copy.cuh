// SPDX-License-Identifier: BSD-3-Clause
// Copies from memory to shared memory that go on while a thread works on something else: cp.async,
// from compute capability 8.0 on. Each thread copies for itself, and reads what it has copied.
#pragma once

#include <gpu/kernels/primitives/shared_address.cuh>

namespace gpu::kernels {

/// Shared memory of the threads of a block: of each piece that every thread has, those of all
/// threads lie side by side.
struct thread_pieces {
  char* memory;
  int threads;

  /// This thread's piece number `i`, of `Bytes` bytes as those before it.
  template <int Bytes>
  __device__ __forceinline__ char* piece(int i) const {
    return memory + (i * threads + static_cast<int>(threadIdx.x)) * Bytes;
  }
  /// What lies behind `bytes` bytes of each thread.
  __device__ __forceinline__ thread_pieces behind(int bytes) const {
    return {memory + bytes * threads, threads};
  }
};

/// Begins to copy 4, 8 or 16 bytes, which are aligned to as many. What the thread has read there
/// before must be known to it.
template <int Bytes>
__device__ __forceinline__ void begin_copy(char* to, const void* from) {
  const unsigned address = shared_address(to);
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                 :
                 : "r"(address), "l"(from)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
                 :
                 : "r"(address), "l"(from), "n"(Bytes)
                 : "memory");
}

/// Waits for all copies that this thread has begun.
__device__ __forceinline__ void await_copies() {
  asm volatile("cp.async.wait_all;" : : : "memory");
}

}  // namespace gpu::kernels
