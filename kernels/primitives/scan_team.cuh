// SPDX-License-Identifier: BSD-3-Clause
// How the threads that have a tile of a segment combine its elements.
//
// Lanes    of a warp that follow each other along a segment; Width of them side by side
// Warps    along a segment
// Stacked  whether a lane has the Unroll vectors that follow each other: its segments go across
//          them. Else the vectors that it has at once with its neighbours follow each other
#pragma once

#include <gpu/kernels/primitives/packed_accumulator.cuh>

namespace gpu::kernels {

template <class Op, bool Along, int Vector, int Unroll, int Lanes, int Warps, int Width,
          bool Stacked>
struct scan_team {
  using accumulator = typename Op::accumulator;
  using words = packed<accumulator>;

  static constexpr int accumulators = Along ? 1 : Vector;  ///< segments of a vector
  static constexpr int runs = Stacked ? 1 : Unroll;        ///< of vectors that a lane has by itself
  static constexpr int length = Stacked ? Unroll : 1;      ///< of a run

  int lane;  ///< along the segment, in its warp
  int warp;  ///< along the segment
  int side;

  /// Which vector of the tile along the segment is that of `u`.
  __device__ __forceinline__ int vector_index(int u) const {
    return Stacked ? (warp * Lanes + lane) * Unroll + u : (warp * Unroll + u) * Lanes + lane;
  }

  /// Combines in runs and in the warp.
  /// @param before  receives, of the elements of the warp before each run; nothing for the first
  /// @param all     receives, of all elements of the warp
  __device__ __forceinline__ void scan_warp(accumulator (&own)[Unroll][Vector],
                                            accumulator (&before)[runs][accumulators],
                                            accumulator (&all)[accumulators]) const {
    const int last = static_cast<int>(threadIdx.x) % 32 + (Lanes - 1 - lane) * Width;
#pragma unroll
    for (int r = 0; r < runs; ++r) {
      scan_run(own, r);
#pragma unroll
      for (int c = 0; c < accumulators; ++c) {
        accumulator sum = own[r * length + length - 1][Along ? Vector - 1 : c];
        accumulator left = sum;
        if constexpr (Lanes > 1) {
#pragma unroll
          for (int step = 1; step < Lanes; step *= 2) {
            const accumulator other = of_lane_before(sum, step * Width);
            if (lane >= step) sum = Op::combine(other, sum);
          }
          left = of_lane_before(sum, Width);
          sum = of_lane(sum, last);
        }
        before[r][c] = r == 0 ? left : lane > 0 ? Op::combine(all[c], left) : all[c];
        all[c] = r == 0 ? sum : Op::combine(all[c], sum);
      }
    }
  }

  /// @param prefix  receives, of the warps before; nothing for the first
  /// @param all     of this warp; then of all
  /// @param again   whether the block does this more than once
  __device__ __forceinline__ void combine_warps(accumulator (&prefix)[accumulators],
                                                accumulator (&all)[accumulators],
                                                bool again) const {
    if constexpr (Warps > 1) {
      __shared__ words sums[Warps][Width][accumulators];
      if (lane == Lanes - 1) {
#pragma unroll
        for (int c = 0; c < accumulators; ++c) sums[warp][side][c] = words::of(all[c]);
      }
      __syncthreads();
#pragma unroll
      for (int c = 0; c < accumulators; ++c) {
#pragma unroll
        for (int w = 0; w < Warps; ++w) {
          if (w > 0 && w == warp) prefix[c] = all[c];
          const accumulator sum = sums[w][side][c].accumulator();
          all[c] = w == 0 ? sum : Op::combine(all[c], sum);
        }
      }
      if (again) __syncthreads();
    }
  }

  /// Puts what precedes them before the elements of each run.
  /// @param has_prefix  whether there is anything before those of the warp
  __device__ __forceinline__ void finish(accumulator (&own)[Unroll][Vector],
                                         accumulator (&before)[runs][accumulators],
                                         const accumulator (&prefix)[accumulators],
                                         bool has_prefix) const {
#pragma unroll
    for (int r = 0; r < runs; ++r) {
      const bool has_before = r > 0 || lane > 0;
#pragma unroll
      for (int c = 0; c < accumulators; ++c)
        if (has_prefix)
          before[r][c] = has_before ? Op::combine(prefix[c], before[r][c]) : prefix[c];
      if (!has_prefix && !has_before) continue;
#pragma unroll
      for (int u = r * length; u < (r + 1) * length; ++u) {
#pragma unroll
        for (int i = 0; i < Vector; ++i)
          own[u][i] = Op::combine(before[r][Along ? 0 : i], own[u][i]);
      }
    }
  }

 private:
  static __device__ __forceinline__ void scan_run(accumulator (&own)[Unroll][Vector], int r) {
#pragma unroll
    for (int i = 1; Along && i < Vector; ++i) own[r][i] = Op::combine(own[r][i - 1], own[r][i]);
#pragma unroll
    for (int u = 1; u < length; ++u) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) own[u][i] = Op::combine(own[u - 1][i], own[u][i]);
    }
  }
};

}  // namespace gpu::kernels
