// SPDX-License-Identifier: BSD-3-Clause
// States of reductions: of one thread's elements, then of the threads of a team, then of blocks.
// All of them are combined in an order that nothing but the number of elements decides.
//
// Pass    what the kernel's text has for the reductions that are finished together:
//           state                       a struct, of a size that 4 divides
//           identity()                  the state of no elements
//           combine(a, b)
//           lift<N>(x, row, chosen)     the state of N elements; may keep values that later
//                                       passes need in them
//           gathers                     up to which N that is shorter than N times one
//           finish(x, state, row)       puts results, and what follows from them, into the row
// team    threads that reduce one row together: a power of two, neighbours in the block
#pragma once

namespace gpu::kernels {

template <class State>
struct state_words {
  static constexpr int count = static_cast<int>(sizeof(State)) / 4;
  unsigned at[count];
};

template <class State>
__device__ __forceinline__ void put_state(unsigned* to, int step, const State& state) {
  const auto words = __builtin_bit_cast(state_words<State>, state);
#pragma unroll
  for (int i = 0; i < words.count; ++i) to[i * step] = words.at[i];
}

template <class State>
__device__ __forceinline__ State get_state(const unsigned* from, int step) {
  state_words<State> words;
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = from[i * step];
  return __builtin_bit_cast(State, words);
}

/// A state that another block has written.
template <class State>
__device__ __forceinline__ State get_partial(const unsigned* from) {
  state_words<State> words;
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = __ldcg(from + i);
  return __builtin_bit_cast(State, words);
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

/// Chosen elements: the same of several chunks.
template <class Elements>
struct across_chunks {
  Elements* first;
  int at;
  __device__ __forceinline__ Elements& elements(int k) const { return first[k]; }
  __device__ __forceinline__ int place(int) const { return at; }
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
  using words = state_words<typename Pass::state>;
#pragma unroll 1
  for (int distance = 1; distance < lanes; distance *= 2) {
    const auto mine = __builtin_bit_cast(words, state);
    words other;
#pragma unroll
    for (int i = 0; i < words::count; ++i)
      other.at[i] = __shfl_xor_sync(0xffffffffu, mine.at[i], distance);
    const bool upper = (static_cast<int>(threadIdx.x) & distance) != 0;
    state = Pass::combine(__builtin_bit_cast(typename Pass::state, upper ? other : mine),
                          __builtin_bit_cast(typename Pass::state, upper ? mine : other));
  }
  return state;
}

/// Of a team: all of its threads get the same bits. Every thread of the block comes here.
template <class Pass, int Threads>
__device__ __forceinline__ typename Pass::state combine_team(typename Pass::state state, int team) {
  using state_type = typename Pass::state;
  constexpr int words = state_words<state_type>::count;
  constexpr int warps = Threads / 32;
  __shared__ unsigned memory[warps * words];
  state = combine_lanes<Pass>(state, team < 32 ? team : 32);
  if (team <= 32) return state;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int members = team / 32;
  __syncthreads();  // the memory may still be read
  if (lane == 0) put_state(memory + warp, warps, state);
  __syncthreads();
  const int from = (warp & ~(members - 1)) + (lane & (members - 1));
  return combine_lanes<Pass>(get_state<state_type>(memory + from, warps), members);
}

/// Waits for all threads of the blocks of a cluster; what they wrote to shared memory is seen.
__device__ __forceinline__ void synchronize_cluster() {
  asm volatile(
      "barrier.cluster.arrive.release;\n"
      "barrier.cluster.wait.acquire;" ::
          : "memory");
}

/// Word `at` of the same shared memory in another block of the cluster.
__device__ __forceinline__ unsigned word_of_block(const unsigned* at, int block) {
  unsigned remote;
  unsigned word;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(remote)
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(at))), "r"(block));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(word) : "r"(remote) : "memory");
  return word;
}

/// Of all threads of the `Blocks` blocks of a cluster: all of them get the same bits. Afterwards no
/// block may end before all have synchronised.
template <class Pass, int Threads, int Blocks>
__device__ __forceinline__ typename Pass::state combine_cluster(typename Pass::state state) {
  using words = state_words<typename Pass::state>;
  __shared__ unsigned memory[words::count];
  state = combine_team<Pass, Threads>(state, Threads);
  if (threadIdx.x == 0) put_state(memory, 1, state);
  synchronize_cluster();
  words other;
#pragma unroll
  for (int i = 0; i < words::count; ++i)
    other.at[i] = word_of_block(memory + i, static_cast<int>(threadIdx.x) % Blocks);
  return combine_lanes<Pass>(__builtin_bit_cast(typename Pass::state, other), Blocks);
}

/// Whether this block is the last of `blocks` to come here for one counter, which is 0 before and
/// after. The last sees what all threads of the others wrote before.
__device__ __forceinline__ bool arrives_last(unsigned* counter, unsigned blocks) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(counter, blocks - 1) == blocks - 1;
  __syncthreads();
  __threadfence();
  return last;
}

}  // namespace gpu::kernels
