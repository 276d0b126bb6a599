// SPDX-License-Identifier: BSD-3-Clause
// counts[b] += how many of body(in[i...]...) are in bin b, for every index i.
//
// Body         functor; takes a reference for the element, then a value for each input
// Bins         bin_finder<How, T, Wide>: see kernels/primitives/binning.hpp; T is the element's
// type Index        int if offsets and indices, plus what the grid handles at once, are below 2^31;
// else
//              long long
// Rank         of the iteration space, at least 1; the order of its axes does not matter
// Vector       elements of one access along the last axis; every row of a `unit` operand is aligned
//              to so many, of a `reversed` one the element after its first
// Unroll       vectors of a thread, all loads before the first arithmetic
// Tail         whether rows may be no multiple of Vector
// Copies       of the counts in shared memory: a power of two up to 32; 0: counted in `counts`
// SharedEdges  whether edges are copied to shared memory
// Operand      read<T, A> with A unit, zero, reversed or strided; or affine
// launch       any number of blocks of whole warps in x, each of which meets fewer than 2^32
//              elements; shared memory for `histogram_words(bins, Copies)` words, then the edges
// alias        the counts are in no input
//
// Counts are integers, so the order in which they are added does not change a bit. Lane k of a warp
// counts in copy k % Copies. The copies of a bin are neighbours: with 32 of them each lane has a
// bank of shared memory for itself, whatever the elements are. With fewer copies the banks of
// neighbouring bins are permuted every 32 / Copies bins, so that regular gaps between the bins that
// occur do not lead to one bank. Lanes that increment the same word are one increment in hardware.
//
//     Copies 8, a group is 32 / 8 = 4 bins    bin 0 1 2 3 | 4 5 6 7 | 8 9 10 11
//                                            slot 0 1 2 3 | 5 4 7 6 | 10 11 8 9
//     bin 5 in lane 19 is word 4 * 8 + 19 % 8 = 35
#pragma once

#include <gpu/kernels/primitives/binning.hpp>
#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

template <class Body, class Bins, class Index, int Rank, int Vector, int Unroll, bool Tail,
          int Copies, bool SharedEdges, class... Operand>
struct histogram {
  using order = typename counted<sizeof...(Operand)>::type;
  using element = typename Bins::type;

  struct arguments {
    histogram_head<Rank, Index> head;
    histogram_bins bins;
    bundle<order, for_each<Operand, place<Rank, Index>>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    extern __shared__ uint4 memory[];
    unsigned* const copies = reinterpret_cast<unsigned*>(memory);
    const int words = histogram_words(x.bins.count, Copies);
    for (int i = thread(); i < words; i += threads()) copies[i] = 0;
    const element* edges = static_cast<const element*>(x.bins.edges);
    if constexpr (SharedEdges) {
      element* const mine = reinterpret_cast<element*>(copies + words);
      for (int i = thread(); i <= x.bins.count; i += threads()) mine[i] = edges[i];
      edges = mine;
    }
    __syncthreads();
    count_all(x, Bins(x.bins, edges), copy_of_lane(copies));
    if constexpr (Copies > 0) {
      __syncthreads();
      add_copies(x, copies);
    }
  }

 private:
  using coordinates_type = coordinates<Rank, Index>;

  static __device__ __forceinline__ int thread() { return static_cast<int>(threadIdx.x); }
  static __device__ __forceinline__ int threads() { return static_cast<int>(blockDim.x); }

  /// The address of this lane's copy in shared memory. Comes out of a shuffle so that the compiler
  /// keeps it, and does not ask for the address of the block's memory before each increment.
  static __device__ __forceinline__ unsigned copy_of_lane(unsigned* copies) {
    const int lane = thread() % 32;
    const auto address =
        static_cast<unsigned>(__cvta_generic_to_shared(copies + lane % (Copies > 0 ? Copies : 1)));
    return __shfl_sync(0xffffffff, address, lane);
  }

  static __device__ __forceinline__ int slot_of(int bin) {
    if constexpr (Copies == 0 || Copies == 32) return bin;
    constexpr int group = Copies == 0 ? 1 : 32 / Copies;
    return bin ^ (bin / group & (group - 1));
  }

  /// The grid takes its vectors block by block, and begins again behind its last block.
  static __device__ __forceinline__ void count_all(const arguments& x, const Bins& bins,
                                                   unsigned copy) {
    const Index block = static_cast<Index>(threads()) * Unroll;
    const Index grid = block * static_cast<Index>(gridDim.x);
    Index start = static_cast<Index>(blockIdx.x) * block + thread();
#pragma unroll 1
    for (; start < x.head.size; start += grid) {
      lanes<Vector, Operand...> held[Unroll];
      Index rest[Unroll];  // elements of the row from the vector on
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        const Index i = start + static_cast<Index>(u) * threads();
        rest[u] = 0;
        if (i >= x.head.size) continue;
        coordinates_type at(x.head.axis, i);
        at.at[Rank - 1] *= Vector;
        rest[u] = x.head.columns - at.at[Rank - 1];
        if (Tail && rest[u] < Vector) continue;
        point(held[u], x, at, order{});
        held[u].load();
      }
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        if (rest[u] >= Vector)
          count(held[u], x, bins, copy, order{});
        else if (Tail && rest[u] > 0)
          count_row_end(x, start + static_cast<Index>(u) * threads(), rest[u], bins, copy);
      }
    }
  }

  template <int Count, int... I>
  static __device__ __forceinline__ void point(lanes<Count, Operand...>& held, const arguments& x,
                                               const coordinates_type& at, indices<I...>) {
    (get<I>(held).point(get<I>(x.places).data, at.offset(get<I>(x.places)),
                        get<I>(x.places).stride[Rank - 1]),
     ...);
  }

  /// The elements of a row that do not fill vector `i`.
  static __device__ __forceinline__ void count_row_end(const arguments& x, Index i, Index rest,
                                                       const Bins& bins, unsigned copy) {
    coordinates_type at(x.head.axis, i);
    at.at[Rank - 1] *= Vector;
#pragma unroll 1
    for (; rest > 0; --rest, ++at.at[Rank - 1]) {
      lanes<1, Operand...> one;
      point(one, x, at, order{});
      one.load();
      count(one, x, bins, copy, order{});
    }
  }

  template <int Count, int... I>
  static __device__ __forceinline__ void count(lanes<Count, Operand...>& held, const arguments& x,
                                               const Bins& bins, unsigned copy, indices<I...>) {
    element values[Count];
#pragma unroll
    for (int i = 0; i < Count; ++i) x.body(values[i], get<I>(held).at(i)...);
    if constexpr (Bins::guesses) {
      int found[Count];
      bool all = true;
#pragma unroll
      for (int i = 0; i < Count; ++i) all = bins.guess(values[i], found[i]) && all;
      if (all) {
#pragma unroll
        for (int i = 0; i < Count; ++i) add(x, copy, found[i]);
        return;
      }
    }
#pragma unroll
    for (int i = 0; i < Count; ++i)
      if (const int bin = bins(values[i]); bin >= 0) add(x, copy, bin);
  }

  static __device__ __forceinline__ void add(const arguments& x, unsigned copy, int bin) {
    if constexpr (Copies > 0)
      asm volatile("red.shared.add.u32 [%0], 1;"
                   :
                   : "r"(copy + static_cast<unsigned>(slot_of(bin)) * (4 * Copies))
                   : "memory");
    else
      count_in_memory(x.head.counts, bin);
  }

  /// Lanes that are here together and have the same bin add once.
  static __device__ __forceinline__ void count_in_memory(unsigned long long* counts, int bin) {
    const unsigned same = __match_any_sync(__activemask(), bin);
    if (__ffs(static_cast<int>(same)) - 1 == thread() % 32)
      atomicAdd(counts + bin, static_cast<unsigned long long>(__popc(same)));
  }

  /// Each block begins with another bin, so that blocks that end together do not meet. A lane
  /// begins with another copy than its neighbours, whose bins are neighbours.
  static __device__ __forceinline__ void add_copies(const arguments& x, const unsigned* copies) {
    const int first = static_cast<int>(static_cast<long long>(blockIdx.x) * x.bins.count /
                                       static_cast<long long>(gridDim.x));
    for (int i = thread(); i < x.bins.count; i += threads()) {
      const int behind = x.bins.count - first;
      const int bin = i < behind ? first + i : i - behind;
      unsigned sum = 0;
#pragma unroll
      for (int k = 0; k < Copies; ++k) sum += copies[slot_of(bin) * Copies + (k + bin) % Copies];
      if (sum > 0) atomicAdd(x.head.counts + bin, static_cast<unsigned long long>(sum));
    }
  }
};

}  // namespace gpu::kernels
