// SPDX-License-Identifier: BSD-3-Clause
// counts[b] += how many of body(in[i...]...) are in bin b, for every index i; or the sum of their
// weights.
//
// Body         functor; takes a reference for the element, one for its weight if there are weights,
//              then a value for each input
// Bins         bin_finder<How, T, Wide>: see kernels/primitives/binning.hpp; T is the type of
//              elements
// Index        int if offsets and indices, plus what the grid handles at once, are below 2^31; else
//              long long
// Rank         of the iteration space, at least 1; the order of its axes does not matter
// Vector       elements of one access along the last axis; every row of a `unit` operand is aligned
//              to so many, of a `reversed` one the element after its first
// Unroll       vectors of a thread, all loads before the first arithmetic
// Tail         whether rows may be no multiple of Vector
// Counter      bin_counts<Copies>, or bin_sums<Weight, Copies, Limbs>: what a block adds up, see
//              kernels/primitives/bin_counter.cuh
// SharedEdges  whether edges are copied to shared memory; they are for bins with a table of cells
// Operand      read<T, A> with A unit, zero, reversed or strided; or affine
// launch       any number of blocks of whole warps in x, each of which meets as few elements as the
//              counter takes; shared memory for `Counter::planes` times `histogram_words(bins,
//              Counter::copies)` words, then the table of cells, then the edges
// alias        the counts are in no input
//
// If all elements of a warp's vectors are in one bin, as in equal or sorted data, one lane adds
// them all. Elements outside all bins are counted behind the last bin, so that no increment is
// under a condition.
#pragma once

#include <gpu/kernels/primitives/bin_counter.cuh>
#include <gpu/kernels/primitives/binning.hpp>
#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

template <class Body, class Bins, class Index, int Rank, int Vector, int Unroll, bool Tail,
          class Counter, bool SharedEdges, class... Operand>
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
    const int words = Counter::planes * histogram_words(x.bins.count, Counter::copies);
    for (int i = thread(); i < words; i += threads()) copies[i] = 0;
    const element* edges = static_cast<const element*>(x.bins.edges);
    unsigned* const cells = copies + words;
    if constexpr (SharedEdges) {
      element* const mine =
          reinterpret_cast<element*>(cells + (Bins::has_cells ? x.bins.cells : 0));
      for (int i = thread(); i <= x.bins.count; i += threads()) mine[i] = edges[i];
      edges = mine;
    }
    __syncthreads();
    Counter counter(copies, x.bins, x.head.counts);
    if constexpr (Bins::has_cells) {
      const Bins bins(x.bins, edges, cells);
      for (int i = thread(); i < x.bins.cells; i += threads()) cells[i] = bins.cell(i);
      __syncthreads();
      count_all(x, bins, counter);
    } else {
      count_all(x, Bins(x.bins, edges), counter);
    }
    counter.finish();
  }

 private:
  using coordinates_type = coordinates<Rank, Index>;
  static constexpr bool is_weighted = Counter::is_weighted;

  static __device__ __forceinline__ int thread() { return static_cast<int>(threadIdx.x); }
  static __device__ __forceinline__ int threads() { return static_cast<int>(blockDim.x); }

  /// The grid takes its vectors block by block, and begins again behind its last block. Blocks of
  /// whole vectors first: there all lanes of a warp do the same.
  static __device__ __forceinline__ void count_all(const arguments& x, const Bins& bins,
                                                   Counter& counter) {
    constexpr bool has_ragged_rows = Tail && Rank > 1;
    const Index block = static_cast<Index>(threads()) * Unroll;
    const Index grid = block * static_cast<Index>(gridDim.x);
    Index base = static_cast<Index>(blockIdx.x) * block;
    if constexpr (!has_ragged_rows) {
      const Index whole = Tail ? x.head.columns / Vector : x.head.size;
      // Warps take turns: where a step of the grid is a whole number of bins of sorted data, one
      // warp would meet all edges.
      int place = thread();
#pragma unroll 1
      for (; base + block <= whole; base += grid) {
        count_vectors<true, Unroll>(x, base + place, bins, counter);
        place += 32;
        if (place >= threads()) place -= threads();
      }
    }
    constexpr int held = has_ragged_rows ? Unroll : 1;
#pragma unroll 1
    for (; base < x.head.size; base += grid)
#pragma unroll 1
      for (int u = 0; u < Unroll; u += held)
        count_vectors<false, held>(x, base + thread() + static_cast<Index>(u) * threads(), bins,
                                   counter);
  }

  /// Vectors of one thread, from `start` on.
  template <bool Whole, int Held>
  static __device__ __forceinline__ void count_vectors(const arguments& x, Index start,
                                                       const Bins& bins, Counter& counter) {
    lanes<Vector, Operand...> held[Held];
    Index rest[Held];  // elements of the row from the vector on
#pragma unroll
    for (int u = 0; u < Held; ++u) {
      const Index i = start + static_cast<Index>(u) * threads();
      rest[u] = Whole ? Vector : 0;
      if (!Whole && i >= x.head.size) continue;
      coordinates_type at(x.head.axis, i);
      at.at[Rank - 1] *= Vector;
      if (!Whole) rest[u] = x.head.columns - at.at[Rank - 1];
      if (!Whole && Tail && rest[u] < Vector) continue;
      point(held[u], x, at, order{});
      held[u].load();
    }
#pragma unroll
    for (int u = 0; u < Held; ++u) {
      if (Whole || rest[u] >= Vector)
        count<Whole>(held[u], x, bins, counter, order{});
      else if (Tail && rest[u] > 0)
        count_row_end(x, start + static_cast<Index>(u) * threads(), rest[u], bins, counter);
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
                                                       const Bins& bins, Counter& counter) {
    coordinates_type at(x.head.axis, i);
    at.at[Rank - 1] *= Vector;
#pragma unroll 1
    for (; rest > 0; --rest, ++at.at[Rank - 1]) {
      lanes<1, Operand...> one;
      point(one, x, at, order{});
      one.load();
      count<false>(one, x, bins, counter, order{});
    }
  }

  /// @tparam Together  whether all lanes of the warp are here
  template <bool Together, int Count, int... I>
  static __device__ __forceinline__ void count(lanes<Count, Operand...>& held, const arguments& x,
                                               const Bins& bins, Counter& counter, indices<I...>) {
    element values[Count];
    typename Counter::weight weights[Count];
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      if constexpr (is_weighted)
        x.body(values[i], weights[i], get<I>(held).at(i)...);
      else
        x.body(values[i], get<I>(held).at(i)...);
    }
    int found[Count];
    find(values, x, bins, found);
    bool is_one_bin = Together && (Count > 1 || is_weighted);
#pragma unroll
    for (int i = 1; i < Count; ++i) is_one_bin = is_one_bin && found[i] == found[0];
    if (Together && (Count > 1 || is_weighted) && __all_sync(all_lanes, is_one_bin) &&
        __all_sync(all_lanes, found[0] == __shfl_sync(all_lanes, found[0], 0))) {
      if constexpr (is_weighted)
        counter.add_together(found, weights);
      else
        counter.add(found[0], 32 * Count);
      return;
    }
    if constexpr (is_weighted) {
      counter.add_each(found, weights);
    } else {
#pragma unroll
      for (int i = 0; i < Count; ++i) counter.add_one(found[i]);
    }
  }

  /// The bins of `values`; `x.bins.count` outside all of them.
  template <int Count>
  static __device__ __forceinline__ void find(const element (&values)[Count], const arguments& x,
                                              const Bins& bins, int (&found)[Count]) {
    if constexpr (Bins::guesses) {
      bool is_sure[Count];
      bool all = true;
#pragma unroll
      for (int i = 0; i < Count; ++i) {
        is_sure[i] = bins.guess(values[i], found[i]);
        all = is_sure[i] && all;
      }
      if (all) return;
      bool are_equal = Count > 1;
#pragma unroll
      for (int i = 1; i < Count; ++i) are_equal = are_equal && values[i] == values[0];
      if (are_equal) {
        found[0] = search(values[0], x, bins);
#pragma unroll
        for (int i = 1; i < Count; ++i) found[i] = found[0];
        return;
      }
      if constexpr (Bins::seldom_unsure) return find_unsure(values, is_sure, x, bins, found);
    }
#pragma unroll
    for (int i = 0; i < Count; ++i) found[i] = search(values[i], x, bins);
  }

  /// Few lanes of a warp are here, each for one element in most cases.
  template <int Count>
  static __device__ __forceinline__ void find_unsure(const element (&values)[Count],
                                                     const bool (&is_sure)[Count],
                                                     const arguments& x, const Bins& bins,
                                                     int (&found)[Count]) {
    unsigned unsure = 0;
#pragma unroll
    for (int i = 0; i < Count; ++i) unsure |= (is_sure[i] ? 0u : 1u) << i;
#pragma unroll 1
    for (; unsure != 0; unsure &= unsure - 1) {
      const int next = __ffs(static_cast<int>(unsure)) - 1;
      element value = values[0];
#pragma unroll
      for (int i = 1; i < Count; ++i) value = i == next ? values[i] : value;
      const int bin = search(value, x, bins);
#pragma unroll
      for (int i = 0; i < Count; ++i) found[i] = i == next ? bin : found[i];
    }
  }

  static __device__ __forceinline__ int search(const element& value, const arguments& x,
                                               const Bins& bins) {
    return static_cast<int>(
        min(static_cast<unsigned>(bins(value)), static_cast<unsigned>(x.bins.count)));
  }
};

}  // namespace gpu::kernels
