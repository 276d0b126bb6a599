// SPDX-License-Identifier: BSD-3-Clause
// What precedes a tile of a segment, published by the blocks that have the tiles before.
//
// Op       how accumulators are combined
// Width    segments side by side that a block scans: in vectors of `Accumulators` segments
// Threads  of the block
// Radix    tiles of a group
//
// Every tile publishes its own accumulator. `Radix` tiles are a group, and the last tile of a
// group also publishes the accumulator of everything up to its end. A tile reads, all at once, what
// its own group and the group before have published, and what precedes both, which has had the time
// of a whole group to arrive. Which parts it combines, and in which order, its number alone
// decides, whatever has been published meanwhile: timing changes no bit. Tiles are numbered in the
// order in which blocks begin them, so that all before one have begun. A block that has begun
// another tile meanwhile finds what precedes this one without waiting: it publishes first, and
// looks back later.
//
// Example, groups of 64, tile 200: the accumulators of tiles 128 to 199, and that of everything up
// to tile 127, which tile 127 has published.
//
// status   4 bytes of an accumulator and a mark that they are there, in one word of 8 bytes: no
//          fence is needed. Memory is zero before the launch.
#pragma once

#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/packed_accumulator.cuh>

namespace gpu::kernels {

/// The number of this block, in the order in which blocks begin.
__device__ __forceinline__ unsigned take_tile_id(unsigned* tile_id) {
  __shared__ unsigned taken;
  if (threadIdx.x == 0) taken = atomicAdd(tile_id, 1u);
  __syncthreads();
  return taken;
}

template <class Op, int Width, int Accumulators, int Threads,
          int Radix = scan_radix(Threads, Width)>
struct decoupled_look_back {
  using accumulator = typename Op::accumulator;
  using words = packed<accumulator>;
  using status = unsigned long long;

  static constexpr int lanes = 32 / Width;         ///< of a warp, on one segment: a tile each
  static constexpr int warps = 2 * Radix / lanes;  ///< that read what tiles have published
  static_assert(Radix > 1 && warps * 32 <= Threads);

  /// Both of what follows.
  template <class Index>
  static __device__ __forceinline__ void run(void* statuses, Index segment, Index tiles, Index tile,
                                             const accumulator (&all)[Accumulators],
                                             accumulator (&carry)[Accumulators]) {
    publish_tile(statuses, segment, tiles, tile, all);
    look_back(statuses, segment, tiles, tile, all, carry);
  }

  /// @param all  of this tile; every thread has those of its segments
  template <class Index>
  static __device__ __forceinline__ void publish_tile(void* statuses, Index segment, Index tiles,
                                                      Index tile,
                                                      const accumulator (&all)[Accumulators]) {
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < Width && tile + 1 < tiles)
      publish(statuses_of(statuses, segment, tiles), tile, thread, all);
  }

  /// Once the tile is published. The threads of the block meet, so that one has seen what others
  /// wrote to shared memory before the call; and are to meet before the next call.
  /// @param carry  receives the accumulators before this tile, unless it is the first
  template <class Index>
  static __device__ __forceinline__ void look_back(void* statuses, Index segment, Index tiles,
                                                   Index tile,
                                                   const accumulator (&all)[Accumulators],
                                                   accumulator (&carry)[Accumulators]) {
    const Index group = tile / Radix;
    const Index first = group > 0 ? (group - 1) * Radix : 0;
    const int count = static_cast<int>(tile - first);
    status* const mine = statuses_of(statuses, segment, tiles);
    const int thread = static_cast<int>(threadIdx.x);
    const int side = thread % Width;
    // Aligned, so that what is read at once is nothing else, which might be written meanwhile.
    __shared__ alignas(16) words gathered[warps][Width][Accumulators];
    __shared__ words before[Width][Accumulators];
    if (thread < warps * 32) gather(mine, first, count, gathered[thread / 32]);
    if (thread < Width && group > 1) {
      accumulator known[Accumulators];
      await(mine, tiles + group - 2, side, known);
#pragma unroll
      for (int c = 0; c < Accumulators; ++c) before[side][c] = words::of(known[c]);
    }
    __syncthreads();
#pragma unroll
    for (int c = 0; c < Accumulators; ++c) {
      if (group > 1) carry[c] = before[side][c].accumulator();
#pragma unroll
      for (int k = 0; k < warps; ++k) {
        if (k * lanes >= count) continue;
        const accumulator part = gathered[k][side][c].accumulator();
        carry[c] = k > 0 || group > 1 ? Op::combine(carry[c], part) : part;
      }
    }
    if (thread >= Width || tile + 1 >= tiles || tile - group * Radix != Radix - 1) return;
    accumulator until[Accumulators];
#pragma unroll
    for (int c = 0; c < Accumulators; ++c) until[c] = Op::combine(carry[c], all[c]);
    publish(mine, tiles + group, side, until);
  }

 private:
  static constexpr int slot_words = Width * Accumulators * words::count;

  template <class Index>
  static __device__ __forceinline__ status* statuses_of(void* statuses, Index segment,
                                                        Index tiles) {
    return static_cast<status*>(statuses) +
           static_cast<long long>(segment) * scan_slots(tiles, Radix) * slot_words;
  }

  template <class Index>
  static __device__ __forceinline__ status* place(status* statuses, Index slot, int side) {
    return statuses + static_cast<long long>(slot) * slot_words + side;
  }

  template <class Index>
  static __device__ __forceinline__ void publish(status* statuses, Index slot, int side,
                                                 const accumulator (&accumulators)[Accumulators]) {
    volatile status* const to = place(statuses, slot, side);
#pragma unroll
    for (int c = 0; c < Accumulators; ++c) {
      const words own = words::of(accumulators[c]);
#pragma unroll
      for (int w = 0; w < words::count; ++w)
        to[(c * words::count + w) * Width] = 1ull << 32 | own.at[w];
    }
  }

  template <class Index>
  static __device__ __forceinline__ void await(status* statuses, Index slot, int side,
                                               accumulator (&accumulators)[Accumulators]) {
    constexpr int count = Accumulators * words::count;
    const volatile status* const from = place(statuses, slot, side);
    status received[count];
    bool all;
    do {
      all = true;
#pragma unroll
      for (int i = 0; i < count; ++i) received[i] = from[i * Width];
#pragma unroll
      for (int i = 0; i < count; ++i) all = all && received[i] >> 32 != 0;
    } while (!all);
#pragma unroll
    for (int c = 0; c < Accumulators; ++c) {
      words own;
#pragma unroll
      for (int w = 0; w < words::count; ++w)
        own.at[w] = static_cast<unsigned>(received[c * words::count + w]);
      accumulators[c] = own.accumulator();
    }
  }

  /// What one warp reads, as a tree: of `count` slots those that its lanes take.
  template <class Index>
  static __device__ __forceinline__ void gather(status* statuses, Index slot, int count,
                                                words (&to)[Width][Accumulators]) {
    const int lane = static_cast<int>(threadIdx.x) % 32 / Width;
    const int taken = static_cast<int>(threadIdx.x) / 32 * lanes + lane;
    const int side = static_cast<int>(threadIdx.x) % Width;
    accumulator own[Accumulators] = {};
    if (taken < count) await(statuses, slot + taken, side, own);
    __syncwarp();
#pragma unroll
    for (int step = 1; step < lanes; step *= 2) {
#pragma unroll
      for (int c = 0; c < Accumulators; ++c) {
        const accumulator other = of_lane_behind(own[c], step * Width);
        if (lane + step < lanes && taken + step < count) own[c] = Op::combine(own[c], other);
      }
    }
    if (lane > 0) return;
#pragma unroll
    for (int c = 0; c < Accumulators; ++c) to[side][c] = words::of(own[c]);
  }
};

}  // namespace gpu::kernels
