// SPDX-License-Identifier: BSD-3-Clause
// What precedes a tile of a line, told by the blocks that have the tiles before.
//
// Op       how states are combined
// Width    lines side by side that a block scans: in chunks of `States` lines
// Threads  of the block, at least 64 * max(1, Width / 4)
//
// Of every tile its own state is published. `radix` tiles are a group, `radix` groups a section;
// the last tile of a group publishes the state of its group, the last of a section the state of
// everything up to its end. A tile then combines what is before its section, the groups before its
// own in that section, and the tiles before it in its group: always these, in this order, whatever
// has been published meanwhile, so that timing changes no bit. Tiles are numbered in the order in
// which blocks begin, so that every one of those has begun.
//
// Example, radix 8, tile 75: section 1 begins with tile 64. Before it: everything up to tile 63,
// which tile 63 publishes; group 8, of tiles 64 to 71; tiles 72, 73 and 74.
//
// message  4 bytes of a state and a mark that they are there, in one word of 8 bytes: no fence is
//          needed. Memory is zero before the launch.
#pragma once

#include <gpu/kernels/abi.hpp>

namespace gpu::kernels {

/// The words of a state.
template <class State>
struct packed {
  struct alignas(State) alignas(4) padded {
    State state;
  };
  static constexpr int count = static_cast<int>(sizeof(padded) / 4);
  unsigned at[count];

  static __device__ __forceinline__ packed of(const State& state) {
    return __builtin_bit_cast(packed, padded{state});
  }
  __device__ __forceinline__ State state() const { return __builtin_bit_cast(padded, *this).state; }
};

/// The states of other lanes. All lanes of the warp take part.
template <class State>
__device__ __forceinline__ State of_lane_before(const State& state, int lanes) {
  packed<State> words = packed<State>::of(state);
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = __shfl_up_sync(~0u, words.at[i], lanes);
  return words.state();
}
template <class State>
__device__ __forceinline__ State of_lane_behind(const State& state, int lanes) {
  packed<State> words = packed<State>::of(state);
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = __shfl_down_sync(~0u, words.at[i], lanes);
  return words.state();
}
template <class State>
__device__ __forceinline__ State of_lane(const State& state, int lane) {
  packed<State> words = packed<State>::of(state);
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = __shfl_sync(~0u, words.at[i], lane);
  return words.state();
}

/// The number of this block, in the order in which blocks begin.
__device__ __forceinline__ unsigned take_ticket(unsigned* ticket) {
  __shared__ unsigned taken;
  if (threadIdx.x == 0) taken = atomicAdd(ticket, 1u);
  __syncthreads();
  return taken;
}

template <class Op, int Width, int States, int Threads>
struct look_back {
  using state = typename Op::state;
  using words = packed<state>;
  using message = unsigned long long;

  static constexpr int radix = scan_radix(Width);
  static constexpr int lanes = 32 / Width < radix ? 32 / Width : radix;  ///< of a warp, on one line
  static constexpr int warps = radix / lanes;
  static_assert(Threads >= 64 * warps);

  /// @param all    of this tile; every thread has those of its lines
  /// @param carry  receives the states before this tile, unless it is the first
  template <class Index>
  static __device__ __forceinline__ void run(void* messages, Index line, Index tiles, Index tile,
                                             const state (&all)[States], state (&carry)[States]) {
    const Index group = tile / radix;
    const Index section = group / radix;
    const int tiles_before = static_cast<int>(tile % radix);
    const int groups_before = static_cast<int>(group % radix);
    const Index groups_at = tiles;
    const Index sections_at = groups_at + scan_groups(tiles, radix);
    message* const mine = static_cast<message*>(messages) +
                          static_cast<long long>(line) * scan_slots(tiles, radix) * slot_words;
    const int thread = static_cast<int>(threadIdx.x);
    const int side = thread % Width;
    const bool publishes = thread < Width && tile + 1 < tiles;
    if (publishes) publish(mine, tile, side, all);
    __shared__ words gathered[2][warps][Width][States];
    __shared__ words before_section[Width][States];
    const int warp = thread / 32;
    if (warp < 2 * warps) {
      const bool of_groups = warp >= warps;
      const int first = (of_groups ? warp - warps : warp) * lanes;
      const int count = (of_groups ? groups_before : tiles_before) - first;
      const Index slot = of_groups ? groups_at + section * radix : group * radix;
      gather(mine, slot + first, count, gathered[of_groups][of_groups ? warp - warps : warp]);
      if (warp == warps && thread % 32 < Width && section > 0) {
        state known[States];
        await(mine, sections_at + section, side, known);
#pragma unroll
        for (int c = 0; c < States; ++c) before_section[side][c] = words::of(known[c]);
      }
    }
    __syncthreads();
    state tiles_state[States];
    state groups_state[States];
#pragma unroll
    for (int c = 0; c < States; ++c) {
      if (section > 0) groups_state[c] = before_section[side][c].state();
      fold(gathered[1], groups_before, side, c, section > 0, groups_state[c]);
      fold(gathered[0], tiles_before, side, c, false, tiles_state[c]);
      if (group == 0)
        carry[c] = tiles_state[c];
      else
        carry[c] =
            tiles_before > 0 ? Op::combine(groups_state[c], tiles_state[c]) : groups_state[c];
    }
    if (!publishes || tiles_before != radix - 1) return;
#pragma unroll
    for (int c = 0; c < States; ++c) tiles_state[c] = Op::combine(tiles_state[c], all[c]);
    publish(mine, groups_at + group, side, tiles_state);
    if (groups_before != radix - 1) return;
#pragma unroll
    for (int c = 0; c < States; ++c) groups_state[c] = Op::combine(groups_state[c], tiles_state[c]);
    publish(mine, sections_at + section + 1, side, groups_state);
  }

 private:
  static constexpr int slot_words = Width * States * words::count;

  static __device__ __forceinline__ message* place(message* messages, long long slot, int side) {
    return messages + slot * slot_words + side;
  }

  template <class Index>
  static __device__ __forceinline__ void publish(message* messages, Index slot, int side,
                                                 const state (&states)[States]) {
    volatile message* const to = place(messages, slot, side);
#pragma unroll
    for (int c = 0; c < States; ++c) {
      const words own = words::of(states[c]);
#pragma unroll
      for (int w = 0; w < words::count; ++w)
        to[(c * words::count + w) * Width] = 1ull << 32 | own.at[w];
    }
  }

  template <class Index>
  static __device__ __forceinline__ void await(message* messages, Index slot, int side,
                                               state (&states)[States]) {
    constexpr int count = States * words::count;
    const volatile message* const from = place(messages, slot, side);
    message received[count];
    bool all;
    do {
      all = true;
#pragma unroll
      for (int i = 0; i < count; ++i) received[i] = from[i * Width];
#pragma unroll
      for (int i = 0; i < count; ++i) all = all && received[i] >> 32 != 0;
    } while (!all);
#pragma unroll
    for (int c = 0; c < States; ++c) {
      words own;
#pragma unroll
      for (int w = 0; w < words::count; ++w)
        own.at[w] = static_cast<unsigned>(received[c * words::count + w]);
      states[c] = own.state();
    }
  }

  /// What one warp gathers: `count` slots, or as many as it has lanes for, as a tree.
  template <class Index>
  static __device__ __forceinline__ void gather(message* messages, Index slot, int count,
                                                words (&to)[Width][States]) {
    const int lane = static_cast<int>(threadIdx.x) % 32 / Width;
    const int side = static_cast<int>(threadIdx.x) % Width;
    state own[States] = {};
    if (lane < count) await(messages, slot + lane, side, own);
    __syncwarp();
#pragma unroll
    for (int step = 1; step < lanes; step *= 2) {
#pragma unroll
      for (int c = 0; c < States; ++c) {
        const state other = of_lane_behind(own[c], step * Width);
        if (lane + step < count && lane + step < lanes) own[c] = Op::combine(own[c], other);
      }
    }
    if (lane > 0) return;
#pragma unroll
    for (int c = 0; c < States; ++c) to[side][c] = words::of(own[c]);
  }

  static __device__ __forceinline__ void fold(const words (&parts)[warps][Width][States], int count,
                                              int side, int c, bool begun, state& sum) {
#pragma unroll
    for (int k = 0; k < warps; ++k) {
      if (k * lanes >= count) continue;
      const state part = parts[k][side][c].state();
      sum = begun || k > 0 ? Op::combine(sum, part) : part;
    }
  }
};

}  // namespace gpu::kernels
