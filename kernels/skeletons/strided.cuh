// SPDX-License-Identifier: BSD-3-Clause
// out[i...] = body(in[i...]...) for every index of `Rank` axes, whatever the strides.
//
// Body     functor; takes a reference for each output, then a value for each input
// Index    int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Threads  of a block
// Rank     of the iteration space, at least 1
// Unroll   elements of a thread, all loads before the first arithmetic
// Operand  write<T, A> or read<T, A> with A zero (one element for all) or strided; or affine
// launch   Threads in x, ceil(size / (Threads * Unroll)) blocks; no shared memory
// alias    an output may be an input of the same iteration space; see contiguous.cuh
#pragma once

#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

template <class Body, class Index, int Threads, int Rank, int Unroll, class... Operand>
struct strided {
  using order = typename counted<sizeof...(Operand)>::type;

  struct arguments {
    strided_head<Rank, Index> head;
    bundle<order, place<Operand::pattern == access::zero ? 0 : Rank, Index>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    const Index start =
        static_cast<Index>(blockIdx.x) * (Threads * Unroll) + static_cast<Index>(threadIdx.x);
    lanes<1, Operand...> held[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      if (start + u * Threads >= x.head.size) continue;
      point(held[u], x, start + u * Threads, order{});
      held[u].load();
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u)
      if (start + u * Threads < x.head.size) held[u].compute(x.body);
#pragma unroll
    for (int u = 0; u < Unroll; ++u)
      if (start + u * Threads < x.head.size) held[u].store();
  }

 private:
  template <int... I>
  static __device__ __forceinline__ void point(lanes<1, Operand...>& held, const arguments& x,
                                               Index i, indices<I...>) {
    const coordinates<Rank, Index> where(x.head.axis, i);
    (get<I>(held).point(get<I>(x.places).data, offset(where, get<I>(x.places)), 0), ...);
  }
  static __device__ __forceinline__ long long offset(const coordinates<Rank, Index>&,
                                                     const place<0, Index>&) {
    return 0;
  }
  static __device__ __forceinline__ long long offset(const coordinates<Rank, Index>& where,
                                                     const place<Rank, Index>& operand) {
    return where.offset(operand);
  }
};

}  // namespace gpu::kernels
