// SPDX-License-Identifier: BSD-3-Clause
// States of reductions: of one thread's elements, then of the threads of a team.
// All of them are combined in an order that nothing but the number of elements decides.
//
// Pass    reductions that are finished together, as row_pass.cuh has them:
//           state                       a struct, of a size that 4 divides
//           identity()                  the state of no elements
//           combine(a, b)
//           lift<N>(x, row, chosen)     the state of N elements; may keep values that later
//                                       passes need in them
//           gathers                     up to which N that is shorter than N times one
//           finish(x, state, row)       puts results, and what follows from them, into the row
// team    threads that reduce one row together: a power of two, neighbours in the block
#pragma once

#include <gpu/kernels/primitives/packed_accumulator.cuh>

namespace gpu::kernels {

template <class State>
__device__ __forceinline__ void put_state(unsigned* to, int step, const State& state) {
  const auto words = packed<State>::of(state);
#pragma unroll
  for (int i = 0; i < words.count; ++i) to[i * step] = words.at[i];
}

template <class State>
__device__ __forceinline__ State get_state(const unsigned* from, int step) {
  packed<State> words;
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = from[i * step];
  return words.state();
}

/// A state that another block has written.
template <class State>
__device__ __forceinline__ State get_partial(const unsigned* from) {
  packed<State> words;
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = __ldcg(from + i);
  return words.state();
}

/// Chosen elements: all of several chunks.
template <class Elements, int Vector>
struct whole_chunks {
  Elements* first;
  __device__ __forceinline__ Elements& elements(int k) const { return first[k / Vector]; }
  __device__ __forceinline__ int place(int k) const { return k % Vector; }
};

/// Chosen elements: some of one chunk.
template <class Elements>
struct along_chunk {
  Elements& chunk;
  int first;
  __device__ __forceinline__ Elements& elements(int) const { return chunk; }
  __device__ __forceinline__ int place(int k) const { return first + k; }
};

/// Chosen elements: the same of several chunks. Turned: element k of chunk c has changed places
/// with element c of chunk k, in squares of four.
template <class Elements, bool Turned>
struct across_chunks {
  Elements* first;
  int at;
  __device__ __forceinline__ Elements& elements(int k) const {
    return first[Turned ? (k & ~3) | (at & 3) : k];
  }
  __device__ __forceinline__ int place(int k) const { return Turned ? (at & ~3) | (k & 3) : at; }
};

/// Of elements [First, First + Count) of a chunk, of which `count` exist, as a balanced tree.
template <class Pass, bool Tail, int First, int Count, class Arguments, class Row, class Elements>
__device__ __forceinline__ typename Pass::state chunk_state(const Arguments& x, const Row& row,
                                                            Elements& elements, int count) {
  if constexpr (Count == 1) {
    if (Tail && First >= count) return Pass::identity();
    return Pass::template lift<1>(x, row, along_chunk<Elements>{elements, First});
  } else {
    if constexpr (Count <= Pass::gathers)
      if (!Tail || First + Count <= count)
        return Pass::template lift<Count>(x, row, along_chunk<Elements>{elements, First});
    constexpr int half = Count / 2;
    return Pass::combine(
        chunk_state<Pass, Tail, First, half>(x, row, elements, count),
        chunk_state<Pass, Tail, First + half, Count - half>(x, row, elements, count));
  }
}

/// Of chunks [First, First + Count) in registers, as a balanced tree; those whose count is 0 do not
/// exist.
template <class Pass, bool Tail, int Vector, int First, int Count, class Arguments, class Row,
          class Elements>
__device__ __forceinline__ typename Pass::state chunks_state(const Arguments& x, const Row& row,
                                                             Elements* held, const int* count) {
  if constexpr (Count > 1 && Vector * Count <= Pass::gathers) {
    bool all = true;
#pragma unroll
    for (int u = First; u < First + Count; ++u) all = all && count[u] == Vector;
    if (all)
      return Pass::template lift<Vector * Count>(x, row,
                                                 whole_chunks<Elements, Vector>{held + First});
  }
  if constexpr (Count == 1) {
    if (count[First] == 0) return Pass::identity();
    return chunk_state<Pass, Tail, 0, Vector>(x, row, held[First], count[First]);
  } else {
    constexpr int half = Count / 2;
    return Pass::combine(
        chunks_state<Pass, Tail, Vector, First, half>(x, row, held, count),
        chunks_state<Pass, Tail, Vector, First + half, Count - half>(x, row, held, count));
  }
}

/// Of `lanes` neighbouring lanes, at most a warp: all of them get the same bits.
template <class Pass>
__device__ __forceinline__ typename Pass::state combine_lanes(typename Pass::state state,
                                                              int lanes) {
  // In the end only the first lane has the state of these lanes and no others.
#pragma unroll 1
  for (int distance = 1; distance < lanes; distance *= 2)
    state = Pass::combine(state, of_lane_behind(state, distance));
  return of_lane(state, static_cast<int>(threadIdx.x) & -lanes);
}

/// Of a team: all of its threads get the same bits. Every thread of the block comes here; between
/// two times for the same pass all of them have synchronised.
template <class Pass, int Threads>
__device__ __forceinline__ typename Pass::state combine_team(typename Pass::state state, int team) {
  using state_type = typename Pass::state;
  constexpr int words = packed<state_type>::count;
  constexpr int warps = Threads / 32;
  __shared__ unsigned memory[warps * words];
  state = combine_lanes<Pass>(state, team < 32 ? team : 32);
  if (team <= 32) return state;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int members = team / 32;
  if (lane == 0) put_state(memory + warp, warps, state);
  __syncthreads();
  const int from = (warp & ~(members - 1)) + (lane & (members - 1));
  return combine_lanes<Pass>(get_state<state_type>(memory + from, warps), members);
}

/// Whether this block is the last of `blocks` to come here for one counter, which is 0 before and
/// after. The last sees what all threads of the others wrote before.
__device__ __forceinline__ bool is_last_to_arrive(unsigned* counter, unsigned blocks) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned before;
    // Releases all that the barrier has made this thread see; acquires what others released.
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(counter), "r"(blocks - 1)
                 : "memory");
    last = before == blocks - 1;
  }
  __syncthreads();
  return last;
}

}  // namespace gpu::kernels
