// SPDX-License-Identifier: BSD-3-Clause
// Copies of the counters of bins in shared memory, so that few lanes of a warp add to one word.
//
// Copies   a power of two up to 32; 0: there are none
//
// Lane k of a warp counts in copy k % Copies. The copies of a bin are neighbours: with 32 of them
// each lane has a bank of shared memory for itself, whatever the elements are. With fewer copies
// the banks of neighbouring bins are permuted every 32 / Copies bins, so that regular gaps between
// the bins that occur do not lead to one bank. Lanes that increment the same word are one increment
// in hardware.
//
//     Copies 8, a group is 32 / 8 = 4 bins    bin 0 1 2 3 | 4 5 6 7 | 8 9 10 11
//                                            slot 0 1 2 3 | 5 4 7 6 | 10 11 8 9
//     bin 5 in lane 19 is word 4 * 8 + 19 % 8 = 35
#pragma once

#include <gpu/kernels/primitives/shared_address.cuh>

namespace gpu::kernels {

inline constexpr unsigned all_lanes = 0xffffffff;

template <int Copies>
__device__ __forceinline__ int slot_of(int bin) {
  if constexpr (Copies == 0 || Copies == 32) return bin;
  constexpr unsigned group = Copies == 0 ? 1 : 32 / Copies;
  return bin ^ static_cast<int>(static_cast<unsigned>(bin) / group & (group - 1));
}

/// The address of this lane's copy in shared memory. Comes out of a shuffle so that the compiler
/// keeps it, and does not ask for the address of the block's memory before each increment.
template <int Copies>
__device__ __forceinline__ unsigned copy_of_lane(const unsigned* copies) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const unsigned address = shared_address(copies + lane % (Copies > 0 ? Copies : 1));
  return __shfl_sync(all_lanes, address, lane);
}

template <int Copies>
__device__ __forceinline__ unsigned address_in(unsigned copy, int bin) {
  return copy + static_cast<unsigned>(slot_of<Copies>(bin)) * (4 * Copies);
}

__device__ __forceinline__ void add_in_shared(unsigned address, unsigned value) {
  asm volatile("red.shared.add.u32 [%0], %1;" : : "r"(address), "r"(value) : "memory");
}

/// The sum of `x` of the lanes of a warp that have this one's copy.
template <int Copies>
__device__ __forceinline__ int sum_of_lanes(int x) {
#if __CUDA_ARCH__ >= 800
  if constexpr (Copies == 1) return __reduce_add_sync(all_lanes, x);
#endif
#pragma unroll
  for (int lanes = 16; lanes >= Copies && lanes > 0; lanes /= 2)
    x += __shfl_xor_sync(all_lanes, x, lanes);
  return x;
}

/// Calls `add(bin)` for all bins. Each block begins with another bin, so that blocks that end
/// together do not meet.
template <class Add>
__device__ __forceinline__ void for_each_bin(int count, const Add& add) {
  const int first = static_cast<int>(static_cast<long long>(blockIdx.x) * count /
                                     static_cast<long long>(gridDim.x));
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) {
    const int behind = count - first;
    add(i < behind ? first + i : i - behind);
  }
}

}  // namespace gpu::kernels
