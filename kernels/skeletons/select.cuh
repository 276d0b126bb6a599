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
// Ahead    whether blocks take tiles until none is left; else each has one
// Beyond   whether elements behind the last may be computed, as nothing is read for them
// Operand  read<T, A> with A unit, zero, reversed or strided; or affine
// launch   Threads in x; a block for each tile, or fewer with Ahead; shared memory for the items of
//          a tile, with Ahead of two
// alias    the result is in no input
//
// A tile is Threads * Unroll * Vector elements, of which a warp has 32 * Unroll * Vector
// neighbours: 32 vectors at a time, a lane one of them. The block puts what is selected together in
// shared memory, learns from the tiles before how much they select, and writes it there.
//
// With Ahead a block publishes how much a tile selects, begins to load the one that it has next,
// and only then writes what it selected of the one before: all tiles before that one have published
// by now, and nobody waits. Blocks take tiles in order, and none waits for a tile behind its own,
// so that the first one that is not done never waits.
//
// Example, Vector 4, Unroll 8, Threads 256: a tile is 8192 elements, of which warp 2 has those from
// 2048 on, and lane 3 of it those from 2060, 2188, ... on. If 5 of the tile's elements before 2060
// are selected, and 700 in the tiles before, then lane 3 puts its first one at place 5 of the
// block's memory, from where it goes to place 705 of the result.
#pragma once

#include <gpu/kernels/primitives/decoupled_look_back.cuh>
#include <gpu/kernels/primitives/operand.cuh>
#include <gpu/kernels/primitives/selected_bits.cuh>

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
          bool Ahead, bool Beyond, class... Operand>
struct select {
  using order = typename counted<sizeof...(Operand)>::type;
  using item = typename selected_item<Value>::type;

  struct arguments {
    select_head<Rank, Index> head;
    bundle<order, for_each<Operand, place<Rank, Index>>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    extern __shared__ uint4 memory[];
    item* const items = reinterpret_cast<item*>(memory);
    const Index first = static_cast<Index>(take_tile_id(x.head.tile_id));
    if constexpr (Ahead) {
      take_tiles(x, first, items);
    } else {
      loads loaded;
      if (Beyond || is_whole(x, first)) load(x, first, loaded);
      write(x, put_together(x, first, elements_of(x, first, loaded), items, 0));
    }
  }

 private:
  using counts = typename selected_count<Index>::accumulator;
  using look_back =
      decoupled_look_back<selected_count<Index>, 1, 1, Threads, select_radix(Threads)>;
  using bits = selected_bits<Vector, Unroll>;
  static constexpr bool has_values = selected_item<Value>::is_value;
  static constexpr int tile = Threads * Unroll * Vector;
  static_assert(tile <= 1 << 16 && Threads % 32 == 0 && !(Ahead && Beyond));

  /// What a thread holds.
  struct elements {
    unsigned set;  ///< which are selected: see kernels/primitives/selected_bits.cuh
    item value[has_values ? Unroll * Vector : 1];
  };

  /// The operands of a thread's elements.
  struct loads {
    lanes<Vector, Operand...> of[Unroll];
  };

  /// What is selected of a tile, in shared memory.
  struct selection {
    Index tile;
    const item* items;
    unsigned count;
  };

  static __device__ __forceinline__ void take_tiles(const arguments& x, Index number, item* items) {
    __shared__ unsigned taken[2];
    loads loaded;
    if (is_whole(x, number)) load(x, number, loaded);
    selection last{0, nullptr, 0};
    int turn = 0;
#pragma unroll 1
    while (is_whole(x, number)) {
      unsigned next = 0;
      if (threadIdx.x == 0) next = atomicAdd(x.head.tile_id, 1u);
      const elements own = compute(x.body, loaded);
      if (threadIdx.x == 0) taken[turn] = next;
      const selection current = put_together(x, number, own, items + turn * tile, turn);
      number = static_cast<Index>(taken[turn]);
      if (is_whole(x, number)) load(x, number, loaded);
      if (last.items != nullptr) write(x, last);
      last = current;
      turn = 1 - turn;
    }
    __syncthreads();  // all have read what the last call looked back at
    if (last.items != nullptr) write(x, last);
    if (number < x.head.tiles)
      write(x, put_together(x, number, compute_rest(x, number), items + turn * tile, turn));
  }

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

  static __device__ __forceinline__ bool is_whole(const arguments& x, Index number) {
    return number < x.head.size / tile;
  }

  /// All loads of a tile, before the first arithmetic: they are under way together.
  static __device__ __forceinline__ void load(const arguments& x, Index number, loads& loaded) {
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      point(loaded.of[u], x, number * (tile / Vector) + vector_number(u), 0, order{});
      loaded.of[u].load();
    }
  }

  static __device__ __forceinline__ elements compute(const Body& body, loads& loaded) {
    elements own;
    own.set = 0;
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) compute(body, loaded.of[u], i, own, u * Vector + i, order{});
    }
    return own;
  }

  /// Of the tile that is loaded, or of a last one that is not whole.
  static __device__ __forceinline__ elements elements_of(const arguments& x, Index number,
                                                         loads& loaded) {
    if (!Beyond && !is_whole(x, number)) return compute_rest(x, number);
    elements own = compute(x.body, loaded);
    if (!Beyond || is_whole(x, number)) return own;
    unsigned existing = 0;
#pragma unroll
    for (int u = 0; u < Unroll; ++u)
      existing |= bits::first_of(
          x.head.size - (number * (tile / Vector) + vector_number(u)) * Vector, u);
    own.set &= existing;
    return own;
  }

  /// Of a last tile that is not whole: elements that do not exist are neither read nor computed.
  static __device__ __forceinline__ elements compute_rest(const arguments& x, Index number) {
    elements own;
    own.set = 0;
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const Index vector = number * (tile / Vector) + vector_number(u);
#pragma unroll
      for (int i = 0; i < Vector; ++i) {
        if (vector * Vector + i >= x.head.size) continue;
        lanes<1, Operand...> one;
        point(one, x, vector, i, order{});
        one.load();
        compute(x.body, one, 0, own, u * Vector + i, order{});
      }
    }
    return own;
  }

  /// Puts what is selected of the tile side by side, in order, once all know how much that is.
  /// @param turn  0 or 1, not that of the tile before
  static __device__ __forceinline__ selection put_together(const arguments& x, Index number,
                                                           const elements& own, item* items,
                                                           int turn) {
    __shared__ unsigned counts_of_warps[2][Threads / 32];
    unsigned* const count_of_warp = counts_of_warps[turn];
    typename bits::counts before;
    const unsigned of_warp = bits::count_before(own.set, before);
    if (lane() == 0) count_of_warp[warp()] = of_warp;
    __syncthreads();
    unsigned start = 0;
    unsigned all = 0;
#pragma unroll
    for (int w = 0; w < Threads / 32; ++w) {
      if (w < warp()) start += count_of_warp[w];
      all += count_of_warp[w];
    }
    const counts every[1] = {all};
    look_back::publish_tile(x.head.statuses, Index(0), x.head.tiles, number, every);
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      unsigned to = start + bits::before_vector(before, u);
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
    return {number, items, all};
  }

  /// Looks back for the place of what is selected of a tile, and writes it there.
  static __device__ __forceinline__ void write(const arguments& x, const selection& of) {
    const counts every[1] = {of.count};
    counts before[1] = {0};
    look_back::look_back(x.head.statuses, Index(0), x.head.tiles, of.tile, every, before);
    const Index to = static_cast<Index>(before[0]);
    for (unsigned k = threadIdx.x; k < of.count; k += Threads) {
      if constexpr (has_values)
        store_vector(static_cast<item*>(x.head.out) + (to + k), load_vector<item, 1>(of.items + k));
      else
        static_cast<long long*>(x.head.out)[to + k] =
            static_cast<long long>(of.tile * tile) + of.items[k];
    }
    if (of.tile + 1 == x.head.tiles && threadIdx.x == 0)
      *x.head.count = static_cast<long long>(before[0] + of.count);
  }
};

}  // namespace gpu::kernels
