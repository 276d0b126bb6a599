// SPDX-License-Identifier: BSD-3-Clause
// out[i] = body(in[i]...) for 0 <= i < size.
//
// Body     functor; takes a reference for each output, then a value for each input
// Index    int if size, plus what one block handles, is below 2^31; else long long
// Threads  of a block
// Vector   elements of one access; every `unit` operand is aligned to so many
// Tail     whether size may be no multiple of Vector
// Unroll   accesses of a thread to each operand, all loads before the first arithmetic
// Operand  write<T> or read<T> (unit), read<T, zero> or affine
// launch   Threads in x, ceil(size / (Threads * Vector * Unroll)) blocks; no shared memory
// alias    an output may be an input: a thread loads before it stores, and touches no other's
//          elements; a partial overlap is resolved by the host, which evaluates into a temporary
#pragma once

#include <gpu/kernels/operand.cuh>

namespace gpu::kernels {

template <class Body, class Index, int Threads, int Vector, int Unroll, bool Tail, class... Operand>
struct contiguous {
  using order = typename counted<sizeof...(Operand)>::type;

  struct arguments {
    contiguous_head<Index> head;
    bundle<order, place<Operand::is_affine ? 1 : 0, Index>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    const Index start = static_cast<Index>(blockIdx.x) * (Threads * Vector * Unroll) +
                        static_cast<Index>(threadIdx.x) * Vector;
    lanes<Vector, Operand...> held[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const Index first = start + u * (Threads * Vector);
      if (first + Vector > x.head.size) continue;
      point(held[u], x, first, order{});
      held[u].load();
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const Index first = start + u * (Threads * Vector);
      if (first + Vector <= x.head.size) held[u].finish(x.body);
    }
    if constexpr (Tail) finish_end(x, start);
  }

 private:
  template <int Count, int... I>
  static __device__ __forceinline__ void point(lanes<Count, Operand...>& held, const arguments& x,
                                               Index first, indices<I...>) {
    (point(get<I>(held), get<I>(x.places), first), ...);
  }
  template <class Lane>
  static __device__ __forceinline__ void point(Lane& lane, const place<0, Index>& operand,
                                               Index first) {
    lane.point(operand.data, first, 1);
  }
  template <class Operand_, int Count>
  static __device__ __forceinline__ void point(lane<Operand_, Count, access::zero, false>& lane,
                                               const place<0, Index>& operand, Index) {
    lane.point(operand.data, 0, 0);
  }
  template <class Lane>
  static __device__ __forceinline__ void point(Lane& lane, const place<1, Index>& operand,
                                               Index first) {
    lane.point(operand.data, static_cast<long long>(first) * operand.stride[0], operand.stride[0]);
  }

  /// The last elements, fewer than Vector: one thread has them.
  static __device__ __forceinline__ void finish_end(const arguments& x, Index start) {
    const Index end = x.head.size & ~static_cast<Index>(Vector - 1);
    const Index mine = end - start;
    if (end == x.head.size || mine < 0 || mine >= Threads * Vector * Unroll ||
        mine % (Threads * Vector) != 0)
      return;
#pragma unroll 1
    for (Index i = end; i < x.head.size; ++i) {
      lanes<1, Operand...> one;
      point(one, x, i, order{});
      one.load();
      one.finish(x.body);
    }
  }
};

}  // namespace gpu::kernels
