// SPDX-License-Identifier: BSD-3-Clause
// out[r, c] = body(in[r, c]...) for 0 <= c < columns, and r over all outer axes.
//
// Body     functor; takes a reference for each output, then a value for each input
// Index    int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Rank     of the outer axes, at least 1
// Vector   elements of one access along a row; every row of a `unit` operand is aligned to so many,
//          of a `reversed` one the element after its first
// Tail     whether columns may be no multiple of Vector
// Unroll   rows of a thread, all loads before the first arithmetic, and all arithmetic, which may
//          read memory, before the first store
// Operand  write<T, A> or read<T, A> with A unit, zero (along the row), reversed (inputs) or
//          strided; or affine; or those of kernels/primitives/span.cuh
// launch   blocks of (x, y) threads: y * Unroll rows, a tile of x * Vector columns;
//          tiles * ceil(rows / (y * Unroll)) blocks; no shared memory
// alias    an output may be an input of the same iteration space that is no part of a span; see
//          contiguous.cuh
#pragma once

#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

template <class Body, class Index, int Rank, int Vector, int Unroll, bool Tail, class... Operand>
struct rows {
  using order = typename counted<sizeof...(Operand)>::type;

  /// Strided operands have a stride more: that along the row.
  struct arguments {
    rows_head<Rank, Index> head;
    bundle<order, place<Rank + (Operand::pattern == access::strided), Index>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    const Index block = static_cast<Index>(blockIdx.x);
    const Index group = x.head.tiles.quotient(block);
    const Index tile = x.head.tiles.remainder(block, group);
    const Index height = static_cast<Index>(blockDim.y);
    const Index row = group * height * Unroll + static_cast<Index>(threadIdx.y);
    const Index column =
        (tile * static_cast<Index>(blockDim.x) + static_cast<Index>(threadIdx.x)) * Vector;
    if (column + Vector > x.head.columns) {
      if constexpr (Tail) finish_row_ends(x, row, column);
      return;
    }
    lanes<Vector, Operand...> held[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      if (row + u * height >= x.head.rows) continue;
      point(held[u], x, row + u * height, column, order{});
      held[u].load();
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u)
      if (row + u * height < x.head.rows) held[u].compute(x.body);
#pragma unroll
    for (int u = 0; u < Unroll; ++u)
      if (row + u * height < x.head.rows) held[u].store();
  }

 private:
  template <int Count, int... I>
  static __device__ __forceinline__ void point(lanes<Count, Operand...>& held, const arguments& x,
                                               Index row, Index column, indices<I...>) {
    const coordinates<Rank, Index> outer(x.head.axis, row);
    (point(get<I>(held), get<I>(x.places), outer, column), ...);
  }
  template <class Operand_, int Count, access Pattern, bool IsAffine, int Strides>
  static __device__ __forceinline__ void point(lane<Operand_, Count, Pattern, IsAffine>& lane,
                                               const place<Strides, Index>& operand,
                                               const coordinates<Rank, Index>& outer,
                                               Index column) {
    long long offset = outer.offset(operand);
    long long step = Pattern == access::unit ? 1 : Pattern == access::reversed ? -1 : 0;
    if constexpr (Pattern == access::strided) step = operand.stride[Rank];
    lane.point(operand.data, offset + column * step, step);
  }

  /// Columns that do not fill a vector.
  static __device__ __forceinline__ void finish_row_ends(const arguments& x, Index row,
                                                         Index column) {
#pragma unroll 1
    for (int u = 0; u < Unroll; ++u, row += static_cast<Index>(blockDim.y)) {
      if (row >= x.head.rows) return;
#pragma unroll 1
      for (Index i = column; i < x.head.columns; ++i) {
        lanes<1, Operand...> one;
        point(one, x, row, i, order{});
        one.load();
        one.finish(x.body);
      }
    }
  }
};

}  // namespace gpu::kernels
