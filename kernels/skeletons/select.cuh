// SPDX-License-Identifier: BSD-3-Clause
// out = the values of the indices whose mask holds, in C order, where body(mask, value, in[i]...)
// computes both; or these indices, as positions in C order.
//
// Body     functor; takes a reference for the mask, a bool, and one for the value if there is any,
//          then a value of each input
// Value    void: positions are wanted, as long long
// Index    int if offsets and indices, plus a tile, are below 2^31; else long long
// Rank     of the iteration space, at least 1
// Vector   elements of one access; rows have whole ones, unless Rank is 1
// Unroll   accesses of a thread to each operand; Unroll * Vector is at most 32
// Threads  of a block
// Operand  read<T, A> with A unit, zero, reversed or strided; or affine
// launch   Threads in x; a block for each tile; static shared memory only
// alias    the result is in no input
//
// A tile is Threads * Unroll * Vector elements, of which a warp has 32 * Unroll * Vector
// neighbours: 32 vectors at a time, a lane one of them. The block puts what is selected together in
// shared memory, learns from the tiles before how much they select, and writes it there.
//
// Example, Vector 4, Unroll 8, Threads 256: a tile is 8192 elements, of which warp 2 has those from
// 2048 on, and lane 3 of it those from 2060, 2188, ... on. If 5 of the tile's elements before 2060
// are selected, and 700 in the tiles before, then lane 3 puts its first one at place 5 of the
// block's memory, from where it goes to place 705 of the result.
#pragma once

#include <gpu/kernels/primitives/decoupled_look_back.cuh>
#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

/// Numbers of elements, added up; up to as many as there are indices.
template <class Index>
struct selected_count {
  using accumulator = typename unsigned_word<Index>::type;
  static __device__ __forceinline__ accumulator combine(accumulator a, accumulator b) {
    return a + b;
  }
};

/// What a block keeps of an element.
template <class Value>
struct selected_item {
  using type = Value;
  static constexpr bool is_value = true;
};
/// Its place in the tile.
template <>
struct selected_item<void> {
  using type = unsigned short;
  static constexpr bool is_value = false;
};

template <class Body, class Value, class Index, int Rank, int Vector, int Unroll, int Threads,
          class... Operand>
struct select {
  using order = typename counted<sizeof...(Operand)>::type;
  using item = typename selected_item<Value>::type;

  struct arguments {
    select_head<Rank, Index> head;
    bundle<order, for_each<Operand, place<Rank, Index>>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    __shared__ uint4 memory[(tile * sizeof(item) + sizeof(uint4) - 1) / sizeof(uint4)];
    item* const items = reinterpret_cast<item*>(memory);
    const Index number = static_cast<Index>(take_tile_id(x.head.tile_id));
    const Index first = number * tile;
    elements own;
    own.set = 0;
    if (first + tile <= x.head.size)
      load_whole(x, first, own);
    else
      load_rest(x, first, own);
    const unsigned count = put_together(own, items);
    const counts all[1] = {count};
    counts before[1] = {0};
    decoupled_look_back<selected_count<Index>, 1, 1, Threads>::run(
        x.head.statuses, Index(0), x.head.tiles, number, all, before);
    __syncthreads();  // `items` are complete
    write(x, items, first, static_cast<Index>(before[0]), count);
    if (number + 1 == x.head.tiles && threadIdx.x == 0)
      *x.head.count = static_cast<long long>(before[0] + count);
  }

 private:
  using counts = typename selected_count<Index>::accumulator;
  static constexpr bool has_values = selected_item<Value>::is_value;
  static constexpr int tile = Threads * Unroll * Vector;
  static constexpr unsigned all_lanes = 0xffffffff;
  static_assert(Vector < 32 && Unroll * Vector <= 32 && tile <= 1 << 16 && Threads % 32 == 0);

  /// What a thread holds.
  struct elements {
    unsigned set;  ///< bit u * Vector + i: element i of vector u is selected
    item value[has_values ? Unroll * Vector : 1];
  };

  static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x) % 32; }
  static __device__ __forceinline__ int warp() { return static_cast<int>(threadIdx.x) / 32; }
  /// Which vector of the tile is that of `u`.
  static __device__ __forceinline__ int vector_number(int u) {
    return (warp() * Unroll + u) * 32 + lane();
  }

  template <int Count, int... I>
  static __device__ __forceinline__ void point(lanes<Count, Operand...>& loaded, const arguments& x,
                                               Index vector, int i, indices<I...>) {
    coordinates<Rank, Index> at(x.head.axis, vector);
    at.at[Rank - 1] = at.at[Rank - 1] * Vector + i;
    (get<I>(loaded).point(get<I>(x.places).data, at.offset(get<I>(x.places)),
                          get<I>(x.places).stride[Rank - 1]),
     ...);
  }

  /// Element `i` of what is loaded becomes element `k` of the thread.
  template <int Count, int... I>
  static __device__ __forceinline__ void compute(const Body& body, lanes<Count, Operand...>& loaded,
                                                 int i, elements& own, int k, indices<I...>) {
    bool is_set;
    if constexpr (has_values)
      body(is_set, own.value[k], get<I>(loaded).at(i)...);
    else
      body(is_set, get<I>(loaded).at(i)...);
    own.set |= (is_set ? 1u : 0u) << k;
  }

  /// All loads before the first arithmetic: they are under way together.
  static __device__ __forceinline__ void load_whole(const arguments& x, Index first,
                                                    elements& own) {
    lanes<Vector, Operand...> loaded[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      point(loaded[u], x, first / Vector + vector_number(u), 0, order{});
      loaded[u].load();
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) compute(x.body, loaded[u], i, own, u * Vector + i, order{});
    }
  }

  /// The same of the last tile: elements that do not exist are neither read nor computed.
  static __device__ __forceinline__ void load_rest(const arguments& x, Index first, elements& own) {
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const Index vector = first / Vector + vector_number(u);
#pragma unroll
      for (int i = 0; i < Vector; ++i) {
        if (vector * Vector + i >= x.head.size) continue;
        lanes<1, Operand...> one;
        point(one, x, vector, i, order{});
        one.load();
        compute(x.body, one, 0, own, u * Vector + i, order{});
      }
    }
  }

  /// Puts what is selected of the tile side by side, in order; returns how many that are.
  static __device__ __forceinline__ unsigned put_together(const elements& own, item* items) {
    __shared__ unsigned count_of_warp[Threads / 32];
    unsigned before[(Unroll + 1) / 2];
    const unsigned of_warp = count_before(own.set, before);
    if (lane() == 0) count_of_warp[warp()] = of_warp;
    __syncthreads();
    unsigned start = 0;
    unsigned all = 0;
#pragma unroll
    for (int w = 0; w < Threads / 32; ++w) {
      if (w < warp()) start += count_of_warp[w];
      all += count_of_warp[w];
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      unsigned to = start + (before[u / 2] >> (u % 2 * 16) & 0xffff);
#pragma unroll
      for (int i = 0; i < Vector; ++i) {
        const int k = u * Vector + i;
        if ((own.set >> k & 1) == 0) continue;
        if constexpr (has_values)
          store_vector(items + to, vector_of<item, 1>{{own.value[k]}});
        else
          items[to] = static_cast<item>(vector_number(u) * Vector + i);
        ++to;
      }
    }
    return all;
  }

  /// How many elements of the warp are selected; and before each vector of this lane. Two vectors,
  /// of which both numbers are up to 32 * 32, share a word.
  static __device__ __forceinline__ unsigned count_before(unsigned set,
                                                          unsigned (&before)[(Unroll + 1) / 2]) {
    unsigned all = 0;
#pragma unroll
    for (int pair = 0; pair < (Unroll + 1) / 2; ++pair) {
      unsigned own = count_of(set, 2 * pair);
      if (2 * pair + 1 < Unroll) own |= count_of(set, 2 * pair + 1) << 16;
      unsigned until = own;
#pragma unroll
      for (int step = 1; step < 32; step *= 2) {
        const unsigned other = __shfl_up_sync(all_lanes, until, step);
        if (lane() >= step) until += other;
      }
      const unsigned of_lanes = __shfl_sync(all_lanes, until, 31);
      const unsigned of_first = of_lanes & 0xffff;
      before[pair] = until - own + (all | (all + of_first) << 16);
      all += of_first + (of_lanes >> 16);
    }
    return all;
  }

  /// How many elements of vector `u` are selected.
  static __device__ __forceinline__ unsigned count_of(unsigned set, int u) {
    return static_cast<unsigned>(__popc(set >> (u * Vector) & ((1u << Vector) - 1)));
  }

  static __device__ __forceinline__ void write(const arguments& x, const item* items, Index first,
                                               Index to, unsigned count) {
    for (unsigned k = threadIdx.x; k < count; k += Threads) {
      if constexpr (has_values)
        store_vector(static_cast<item*>(x.head.out) + (to + k), load_vector<item, 1>(items + k));
      else
        static_cast<long long*>(x.head.out)[to + k] = static_cast<long long>(first) + items[k];
    }
  }
};

}  // namespace gpu::kernels
