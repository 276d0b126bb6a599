// SPDX-License-Identifier: BSD-3-Clause
// Accumulators of reductions: of one thread's elements, then of the threads of a team.
// All of them are combined in an order that nothing but the number of elements decides.
//
// Pass    reductions that are finished together, as row_pass.cuh has them:
//           accumulator                 a struct, of a size that 4 divides
//           identity()                  the accumulator of no elements
//           combine(a, b)
//           lift<N>(x, row, chosen)     the accumulator of N elements; may keep values that later
//                                       passes need in them
//           gathers                     up to which N that is shorter than N times one
//           finish(x, accumulator, row) puts results, and what follows from them, into the row
// team    threads that reduce one row together: a power of two, neighbours in the block
#pragma once

#include <gpu/kernels/primitives/packed_accumulator.cuh>

namespace gpu::kernels {

template <class Accumulator>
__device__ __forceinline__ void put_accumulator(unsigned* to, int step,
                                                const Accumulator& accumulator) {
  const auto words = packed<Accumulator>::of(accumulator);
#pragma unroll
  for (int i = 0; i < words.count; ++i) to[i * step] = words.at[i];
}

template <class Accumulator>
__device__ __forceinline__ Accumulator get_accumulator(const unsigned* from, int step) {
  packed<Accumulator> words;
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = from[i * step];
  return words.accumulator();
}

/// An accumulator that another block has written.
template <class Accumulator>
__device__ __forceinline__ Accumulator get_partial(const unsigned* from) {
  packed<Accumulator> words;
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = __ldcg(from + i);
  return words.accumulator();
}

/// Chosen elements: all of several vectors.
template <class Elements, int Vector>
struct whole_vectors {
  Elements* first;
  __device__ __forceinline__ Elements& elements(int k) const { return first[k / Vector]; }
  __device__ __forceinline__ int place(int k) const { return k % Vector; }
};

/// Chosen elements: some of one vector.
template <class Elements>
struct along_vector {
  Elements& vector;
  int first;
  __device__ __forceinline__ Elements& elements(int) const { return vector; }
  __device__ __forceinline__ int place(int k) const { return first + k; }
};

/// Chosen elements: the same of several vectors. Transposed: element k of vector c has changed
/// places with element c of vector k, in squares of four.
template <class Elements, bool Transposed>
struct across_vectors {
  Elements* first;
  int at;
  __device__ __forceinline__ Elements& elements(int k) const {
    return first[Transposed ? (k & ~3) | (at & 3) : k];
  }
  __device__ __forceinline__ int place(int k) const {
    return Transposed ? (at & ~3) | (k & 3) : at;
  }
};

/// Of elements [First, First + Count) of a vector, of which `count` exist, as a balanced tree.
template <class Pass, bool Tail, int First, int Count, class Arguments, class Row, class Elements>
__device__ __forceinline__ typename Pass::accumulator reduce_vector(const Arguments& x,
                                                                    const Row& row,
                                                                    Elements& elements, int count) {
  if constexpr (Count == 1) {
    if (Tail && First >= count) return Pass::identity();
    return Pass::template lift<1>(x, row, along_vector<Elements>{elements, First});
  } else {
    if constexpr (Count <= Pass::gathers)
      if (!Tail || First + Count <= count)
        return Pass::template lift<Count>(x, row, along_vector<Elements>{elements, First});
    constexpr int half = Count / 2;
    return Pass::combine(
        reduce_vector<Pass, Tail, First, half>(x, row, elements, count),
        reduce_vector<Pass, Tail, First + half, Count - half>(x, row, elements, count));
  }
}

/// Of vectors [First, First + Count) in registers, as a balanced tree; those whose count is 0 do
/// not exist.
template <class Pass, bool Tail, int Vector, int First, int Count, class Arguments, class Row,
          class Elements>
__device__ __forceinline__ typename Pass::accumulator reduce_vectors(const Arguments& x,
                                                                     const Row& row, Elements* held,
                                                                     const int* count) {
  if constexpr (Count > 1 && Vector * Count <= Pass::gathers) {
    bool all = true;
#pragma unroll
    for (int u = First; u < First + Count; ++u) all = all && count[u] == Vector;
    if (all)
      return Pass::template lift<Vector * Count>(x, row,
                                                 whole_vectors<Elements, Vector>{held + First});
  }
  if constexpr (Count == 1) {
    if (count[First] == 0) return Pass::identity();
    return reduce_vector<Pass, Tail, 0, Vector>(x, row, held[First], count[First]);
  } else {
    constexpr int half = Count / 2;
    return Pass::combine(
        reduce_vectors<Pass, Tail, Vector, First, half>(x, row, held, count),
        reduce_vectors<Pass, Tail, Vector, First + half, Count - half>(x, row, held, count));
  }
}

/// Of `lanes` neighbouring lanes, at most a warp: all of them get the same bits.
template <class Pass>
__device__ __forceinline__ typename Pass::accumulator combine_lanes(
    typename Pass::accumulator accumulator, int lanes) {
  // In the end only the first lane has the accumulator of these lanes and no others.
#pragma unroll 1
  for (int distance = 1; distance < lanes; distance *= 2)
    accumulator = Pass::combine(accumulator, of_lane_behind(accumulator, distance));
  return of_lane(accumulator, static_cast<int>(threadIdx.x) & -lanes);
}

/// Of a team: all of its threads get the same bits. Every thread of the block comes here; between
/// two times for the same pass all of them have synchronised.
template <class Pass, int Threads>
__device__ __forceinline__ typename Pass::accumulator combine_team(
    typename Pass::accumulator accumulator, int team) {
  using accumulator_type = typename Pass::accumulator;
  constexpr int words = packed<accumulator_type>::count;
  constexpr int warps = Threads / 32;
  __shared__ unsigned memory[warps * words];
  accumulator = combine_lanes<Pass>(accumulator, team < 32 ? team : 32);
  if (team <= 32) return accumulator;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int members = team / 32;
  if (lane == 0) put_accumulator(memory + warp, warps, accumulator);
  __syncthreads();
  const int from = (warp & ~(members - 1)) + (lane & (members - 1));
  return combine_lanes<Pass>(get_accumulator<accumulator_type>(memory + from, warps), members);
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
