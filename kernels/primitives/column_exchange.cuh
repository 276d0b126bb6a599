// SPDX-License-Identifier: BSD-3-Clause
// The accumulators of columns, of which several threads of a block have one each, combined through
// shared memory.
//
// Pass      row_pass<...>
// Threads   of the block
// Group     columns that a thread has accumulators of; those of 1 << team vectors lie side by side
// memory    Group * words words. All threads have to meet before others write there
//
// Every thread puts its accumulators, then all of them combine, and then each column's total can be
// read: all threads get the same bits.
#pragma once

#include <gpu/kernels/primitives/row_accumulator.cuh>

namespace gpu::kernels {

/// Thread (y, vector) has accumulators of the columns of a vector, however many there are side by
/// side.
template <class Pass, int Threads, int Group>
struct thread_exchange {
  using accumulator = typename Pass::accumulator;
  static constexpr int slots = Threads;
  static constexpr int step = Group * slots;  ///< between the words of an accumulator
  static constexpr int words = slots * packed<accumulator>::count;

  unsigned* memory;
  int team;    ///< logarithm
  int height;  ///< logarithm: threads of a vector
  int vector;
  int y;

  __device__ __forceinline__ int place(int i) const { return (i << team) + vector; }

  __device__ __forceinline__ void put(int i, const accumulator& mine) const {
    put_accumulator(memory + y * (Group << team) + place(i), step, mine);
  }
  __device__ __forceinline__ void combine() const {
    const int width = Group << team;
#pragma unroll 1
    for (int rows = 1 << height; rows > 1; rows = rows > 4 ? rows / 4 : 1) {
      const int size = (rows > 4 ? rows / 4 : 1) * width;
      __syncthreads();
#pragma unroll 1
      for (int i = static_cast<int>(threadIdx.x); i < size; i += Threads) {
        accumulator total = get_accumulator<accumulator>(memory + i, step);
#pragma unroll 1
        for (int other = i + size; other < rows * width; other += size)
          total = Pass::combine(total, get_accumulator<accumulator>(memory + other, step));
        put_accumulator(memory + i, step, total);
      }
    }
    __syncthreads();
  }
  __device__ __forceinline__ accumulator total(int i) const {
    return get_accumulator<accumulator>(memory + place(i), step);
  }
};

/// The same for fewer than 32 `Vectors` side by side, of all of which each warp has a few steps:
/// those it combines itself. In memory there is a gap behind the accumulators of a column, for
/// other banks.
template <class Pass, int Threads, int Group, int Vectors>
struct warp_exchange {
  using accumulator = typename Pass::accumulator;
  static constexpr int warps = Threads / 32;
  static constexpr int slots = Vectors * (warps + 1);
  static constexpr int step = Group * slots;
  static constexpr int words = slots * packed<accumulator>::count;

  unsigned* memory;
  int vector;

  __device__ __forceinline__ unsigned* column(int number) const {
    return memory + number * (warps + 1);
  }

  __device__ __forceinline__ void put(int i, accumulator mine) const {
#pragma unroll
    for (int lanes = Vectors; lanes < 32; lanes *= 2)
      mine = Pass::combine(mine, of_lane_behind(mine, lanes));
    const int thread = static_cast<int>(threadIdx.x);
    if (thread % 32 < Vectors)
      put_accumulator(column(i * Vectors + vector) + thread / 32, step, mine);
    __syncwarp();  // what is done for the next column is not begun before: registers are few
  }
  __device__ __forceinline__ void combine() const {
    const int thread = static_cast<int>(threadIdx.x);
    __syncthreads();
#pragma unroll 1
    for (int i = thread / warps; i < Group * Vectors; i += Threads / warps) {
      const accumulator total = combine_lanes<Pass>(
          get_accumulator<accumulator>(column(i) + thread % warps, step), warps);
      if (thread % warps == 0) put_accumulator(column(i), step, total);
    }
    __syncthreads();
  }
  __device__ __forceinline__ accumulator total(int i) const {
    return get_accumulator<accumulator>(column(i * Vectors + vector), step);
  }
};

}  // namespace gpu::kernels
