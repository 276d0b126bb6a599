// SPDX-License-Identifier: BSD-3-Clause
// out[i, s] = finish(e[0, s] + ... + e[i, s]) for every segment s, where + is combine and
// e[i, s] = lift(body(in[i, s]...)).
//
// Body     functor; takes a value of each input, gives the element
// Op       accumulator, lift, combine, finish: a reducer; or, if Team is 1, an op_scanner, whose
//          combine need not be associative
// Index    int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Rank     of the axes outside, at least 1
// Along    whether the Vector elements of a vector are neighbours along the segment; else they
//          belong to neighbouring segments
// Unroll   vectors of a thread; of a whole tile all loads before the first arithmetic
// Team     threads of one segment: a power of two
// Width    vectors of segments side by side: a power of two up to 32; 1 if Along
// Threads  of a block: Team * Width if that is more than a warp
// Carry    where a tile, Team * Unroll vectors of a segment, learns what precedes it
// Tail     whether segments, or what lies side by side, may end within a vector
// Output   write<T, A>, inputs read<T, A> with A unit, zero or strided along vectors; or affine
// launch   Threads in x; Threads / (Team * Width) groups in a block, a group Width * Vector
//          segments (Along: one); `in_memory`: a block for each tile of each group
// alias    the output may be an input of the same iteration space: a tile is read before it is
//          written, by the block that writes it
//
// A warp has neighbouring vectors of a segment, `lanes` of them at a time, Unroll times; or a lane
// has Unroll neighbours, if enough lies side by side for whole accesses. Elements are combined in a
// vector, vectors in a warp, warps in a block, tiles of a segment: in an order that extents alone
// decide, and never with an identity. Example: Along, Vector 4, Unroll 2, Team 256: a warp has 256
// neighbours, lane 0 those at 0 to 3 and 128 to 131; a tile is 2048 elements.
#pragma once

#include <gpu/kernels/primitives/decoupled_look_back.cuh>
#include <gpu/kernels/primitives/op_scanner.cuh>
#include <gpu/kernels/primitives/operand.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/primitives/scan_team.cuh>

namespace gpu::kernels {

template <class Body, class Op, class Index, int Rank, bool Along, int Vector, int Unroll, int Team,
          int Width, int Threads, carried Carry, bool Tail, class Output, class... Input>
struct scan {
  using accumulator = typename Op::accumulator;
  using order = typename counted<sizeof...(Input)>::type;
  using lanes_of_inputs = gpu::kernels::lanes<Vector, Input...>;

  struct arguments {
    scan_head<Rank, Index> head;
    place<Rank + 2, Index> result;
    Body body;
    bundle<order, for_each<Input, place<Rank + 2, Index>>...> places;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    Index block = static_cast<Index>(blockIdx.x);
    Index tile = 0;
    if constexpr (Carry == carried::in_memory) {
      const Index tile_id = static_cast<Index>(take_tile_id(x.head.tile_id));
      tile = x.head.groups.quotient(tile_id);
      block = x.head.groups.remainder(tile_id, tile);
    }
    const spot at = place_of(x, block);
    accumulator carry[accumulators] = {};
    if constexpr (Carry == carried::by_team) {
#pragma unroll 1
      for (; tile < x.head.tiles; ++tile) scan_tile(x, at, tile, carry);
    } else {
      scan_tile(x, at, tile, carry);
    }
  }

 private:
  static constexpr int accumulators = Along ? 1 : Vector;
  static constexpr int vector_extent = Along ? Vector : 1;
  static constexpr bool in_one_warp = Team * Width <= 32;
  static constexpr int lanes = in_one_warp ? Team : 32 / Width;
  static constexpr int warps = in_one_warp ? 1 : Threads / 32;
  static_assert(in_one_warp || Team * Width == Threads);
  using team_type =
      scan_team<Op, Along, Vector, Unroll, lanes, warps, Width, !Along && (Width >= 4)>;

  /// Where a thread works.
  struct spot {
    coordinates<Rank, Index> outer;
    Index group;
    Index segment;  ///< the first of its segments
    Index count;    ///< of its segments, and those behind
    team_type team;
  };

  static __device__ __forceinline__ spot place_of(const arguments& x, Index block) {
    constexpr int group_threads = Team * Width;
    const int thread = static_cast<int>(threadIdx.x);
    const int within = thread % group_threads;
    const Index wanted = block * (Threads / group_threads) + thread / group_threads;
    const bool exists = wanted < x.head.count;
    const Index group = exists ? wanted : x.head.count - 1;
    const Index outer = x.head.segment_blocks.quotient(group);
    const Index segment_block = x.head.segment_blocks.remainder(group, outer);
    const int side = within % Width;
    const Index segment = (segment_block * Width + side) * accumulators;
    return {coordinates<Rank, Index>(x.head.axis, outer),
            group,
            segment,
            exists ? x.head.segments - segment : 0,
            {within % (lanes * Width) / Width, within / (lanes * Width), side}};
  }

  static __device__ __forceinline__ void scan_tile(const arguments& x, const spot& at, Index tile,
                                                   accumulator (&carry)[accumulators]) {
    constexpr Index length = Team * Unroll * vector_extent;
    const Index start = tile * length;
    const bool whole = start + length <= x.head.length && at.count >= accumulators;
    accumulator own[Unroll][Vector];
    if constexpr (Along && Carry == carried::in_memory)
      if (x.head.groups.value == 1)
        fetch_ahead(x, at, start + static_cast<long long>(tiles_ahead) * length, order{});
    if (whole) {
      load_all(x, at, start, own);
    } else {
#pragma unroll
      for (int u = 0; u < Unroll; ++u)
        load(x, at, start + at.team.vector_index(u) * vector_extent, own[u]);
    }
    if constexpr (Team == 1)
      scan_in_turn(own, tile > 0, carry);
    else
      scan_together(x, at, tile, own, carry);
    if (whole) {
#pragma unroll
      for (int u = 0; u < Unroll; ++u)
        store_all(x, at, start + at.team.vector_index(u) * vector_extent, own[u]);
    } else {
#pragma unroll
      for (int u = 0; u < Unroll; ++u)
        store(x, at, start + at.team.vector_index(u) * vector_extent, own[u]);
    }
  }

  /// Blocks begin in the order of their tiles: one that begins soon finds its elements in the
  /// cache, so that no tile, for which all behind it wait, waits for the slowest of its loads.
  static constexpr int tiles_ahead = 132;
  template <int... I>
  static __device__ __forceinline__ void fetch_ahead(const arguments& x, const spot& at,
                                                     long long start, indices<I...>) {
    (fetch<Input>(get<I>(x.places), x, at, start), ...);
  }
  template <class Operand>
  static __device__ __forceinline__ void fetch(const place<Rank + 2, Index>& operand,
                                               const arguments& x, const spot& at,
                                               long long start) {
    using type = typename Operand::type;
    constexpr int cache_line = 128 / sizeof(type);
    if constexpr (Operand::pattern == access::unit && !Operand::is_affine) {
      const type* const from = static_cast<const type*>(operand.data) + at.outer.offset(operand);
#pragma unroll
      for (int first = 0; first < Team * Unroll * vector_extent; first += Threads * cache_line) {
        const long long i = start + first + static_cast<int>(threadIdx.x) * cache_line;
        if (i < x.head.length) asm volatile("prefetch.global.L2 [%0];" : : "l"(from + i));
      }
    }
  }

  /// How many elements of the vector exist.
  static __device__ __forceinline__ int elements_at(const arguments& x, const spot& at,
                                                    Index first) {
    if (first >= x.head.length || at.count <= 0) return 0;
    const Index left = Along ? x.head.length - first : at.count;
    return Tail && left < Vector ? static_cast<int>(left) : Vector;
  }

  template <int Count, int... I>
  static __device__ __forceinline__ void point(gpu::kernels::lanes<Count, Input...>& held,
                                               const arguments& x, const spot& at, Index first,
                                               Index segment, indices<I...>) {
    (point(get<I>(held), get<I>(x.places), at, first, segment), ...);
  }
  template <class Operand, int Count, access Pattern, bool IsAffine>
  static __device__ __forceinline__ void point(lane<Operand, Count, Pattern, IsAffine>& one,
                                               const place<Rank + 2, Index>& operand,
                                               const spot& at, Index first, Index segment) {
    // That of `unit` is 1: what the compiler knows costs no registers.
    const Index step = Along && Pattern == access::unit ? 1 : operand.stride[Rank];
    const Index across = !Along && Pattern == access::unit ? 1 : operand.stride[Rank + 1];
    const long long offset =
        at.outer.offset(operand) + (first * step + (Along ? 0 : segment * across));
    one.point(operand.data, offset, Along ? step : across);
  }

  template <class Held, int... I>
  static __device__ __forceinline__ accumulator lifted(const Body& body, Held& held, int i,
                                                       indices<I...>) {
    return Op::lift(body(get<I>(held).at(i)...));
  }

  /// All loads without a branch between them: they are under way together.
  static __device__ __forceinline__ void load_all(const arguments& x, const spot& at, Index start,
                                                  accumulator (&own)[Unroll][Vector]) {
    lanes_of_inputs held[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      point(held[u], x, at, start + at.team.vector_index(u) * vector_extent, at.segment, order{});
      held[u].load();
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) own[u][i] = lifted(x.body, held[u], i, order{});
    }
  }

  static __device__ __forceinline__ void load(const arguments& x, const spot& at, Index first,
                                              accumulator (&own)[Vector]) {
    const int count = elements_at(x, at, first);
    if (count == Vector) {
      lanes_of_inputs held;
      point(held, x, at, first, at.segment, order{});
      held.load();
#pragma unroll
      for (int i = 0; i < Vector; ++i) own[i] = lifted(x.body, held, i, order{});
      return;
    }
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
      own[i] = accumulator();
      if (!Tail || i >= count) continue;
      gpu::kernels::lanes<1, Input...> one;
      point(one, x, at, first + (Along ? i : 0), at.segment + (Along ? 0 : i), order{});
      one.load();
      own[i] = lifted(x.body, one, 0, order{});
    }
  }

  static __device__ __forceinline__ void store_all(const arguments& x, const spot& at, Index first,
                                                   const accumulator (&own)[Vector]) {
    lane<Output, Vector> to;
    point(to, x.result, at, first, at.segment);
#pragma unroll
    for (int i = 0; i < Vector; ++i) to.at(i) = Op::finish(own[i]);
    to.store();
  }

  static __device__ __forceinline__ void store(const arguments& x, const spot& at, Index first,
                                               const accumulator (&own)[Vector]) {
    const int count = elements_at(x, at, first);
    if (count == Vector) return store_all(x, at, first, own);
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
      if (!Tail || i >= count) continue;
      lane<Output, 1> to;
      point(to, x.result, at, first + (Along ? i : 0), at.segment + (Along ? 0 : i));
      to.at(0) = Op::finish(own[i]);
      to.store();
    }
  }

  static __device__ __forceinline__ void scan_in_turn(accumulator (&own)[Unroll][Vector],
                                                      bool begun,
                                                      accumulator (&carry)[accumulators]) {
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) {
        accumulator& last = carry[Along ? 0 : i];
        if (begun || u > 0 || (Along && i > 0)) own[u][i] = Op::combine(last, own[u][i]);
        last = own[u][i];
      }
    }
  }

  static __device__ __forceinline__ void scan_together(const arguments& x, const spot& at,
                                                       Index tile,
                                                       accumulator (&own)[Unroll][Vector],
                                                       accumulator (&carry)[accumulators]) {
    accumulator before[team_type::runs][accumulators];
    accumulator all[accumulators];
    at.team.scan_warp(own, before, all);
    accumulator prefix[accumulators];
    at.team.combine_warps(prefix, all, Carry == carried::by_team);
    if constexpr (Carry == carried::in_memory)
      decoupled_look_back<Op, Width, accumulators, Threads>::run(x.head.statuses, at.group,
                                                                 x.head.tiles, tile, all, carry);
    const bool has_carry = Carry != carried::nothing && tile > 0;
#pragma unroll
    for (int c = 0; c < accumulators; ++c) {
      if (has_carry) prefix[c] = at.team.warp > 0 ? Op::combine(carry[c], prefix[c]) : carry[c];
      if (Carry == carried::by_team) carry[c] = tile > 0 ? Op::combine(carry[c], all[c]) : all[c];
    }
    at.team.finish(own, before, prefix, has_carry || at.team.warp > 0);
  }
};

}  // namespace gpu::kernels
