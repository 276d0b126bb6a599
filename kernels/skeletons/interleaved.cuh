// SPDX-License-Identifier: BSD-3-Clause
// out[r, c, i] = body(in[r, c, i]...) for every item 0 <= i < columns, each of its channels
// 0 <= c < Channels, and r over all outer axes: pixels of a few colours, points of a few
// coordinates, whose elements lie side by side in some arrays. A thread has whole items.
//
// Body      functor; takes a reference for each output, then a value for each input
// Index     int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Rank      of the outer axes, at least 1
// Vector    items of a thread
// Channels  of an item; 1: there are none, but arrays whose elements several operands share
// Spare     1 if a wide access to the last item would end behind an array, else 0
// Tail      whether columns may be no multiple of Vector, or Spare is 1
// Operand   planar<A, ...> with A write<T, P> or read<T, P>, P unit, zero (inputs) or strided; with
//           A affine, affine_row or affine_column; or packed<A, ...> with A write<T> or read<T>.
//           Packed outputs of one array write all elements of an item, each once.
// launch    blocks of (x, y) threads: y rows, a tile of x * Vector items;
//           tiles * ceil(rows / y) blocks; no shared memory
// alias     an output may be an input of the same iteration space; see contiguous.cuh. Of a packed
//           input a thread also reads what no operand has, and makes nothing of it.
//
// Example: points (n, 3) of float32 that are divided by their lengths, of which the three terms of
// the sum are operands of their own. Four operands are the same array, with Period 3: the points,
// First 0 and Step 1, and their coordinates, First 0, 1 and 2 and Step 0. With Vector 4 the holder
// loads 12 elements by 3 accesses of 16 bytes; coordinate 1 of item 2 is element 2 * 3 + 1. The sum
// is the same for each of the 3 channels, and computed once.
#pragma once

#include <gpu/kernels/primitives/interleaved_operand.cuh>

namespace gpu::kernels {

template <class Body, class Index, int Rank, int Vector, int Channels, int Spare, bool Tail,
          class... Operand>
struct interleaved {
  using order = typename counted<sizeof...(Operand)>::type;

  /// Strides of the outer axes, then those of channels and of items.
  struct arguments {
    rows_head<Rank, Index> head;
    bundle<order, for_each<Operand, place<Rank + 2, Index>>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) { run(x, order{}); }

 private:
  template <int... I>
  static __device__ __forceinline__ void run(const arguments& x, indices<I...>) {
    const Index block = static_cast<Index>(blockIdx.x);
    const Index group = x.head.tiles.quotient(block);
    const Index tile = x.head.tiles.remainder(block, group);
    const Index row = group * static_cast<Index>(blockDim.y) + static_cast<Index>(threadIdx.y);
    const Index column =
        (tile * static_cast<Index>(blockDim.x) + static_cast<Index>(threadIdx.x)) * Vector;
    if (row >= x.head.rows) return;
    const coordinates<Rank, Index> outer(x.head.axis, row);
    if (column + (Vector + Spare) > x.head.columns) {
      if constexpr (Tail) finish_row_end(x, outer, column, order{});
      return;
    }
    bundle<order, vector_lane<Operand, I, Vector, Channels>...> held;
    (point(get<I>(held), get<I>(x.places), outer, column), ...);
    (get<I>(held).load(), ...);
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
#pragma unroll
      for (int c = 0; c < Channels; ++c) x.body(element<I, Operand>(held, i, c)...);
    }
    (get<I>(held).store(), ...);
  }

  template <class Lane>
  static __device__ __forceinline__ void point(Lane& lane, const place<Rank + 2, Index>& operand,
                                               const coordinates<Rank, Index>& outer,
                                               Index column) {
    lane.point(operand.data, outer.offset(operand), column, operand.stride[Rank + 1],
               operand.stride[Rank]);
  }

  template <int I, class Which, class Held>
  static __device__ __forceinline__ decltype(auto) element(Held& held, int i, int c) {
    if constexpr (Which::holder >= 0)
      return get<Which::holder>(held).at(i * Which::period + Which::first + c * Which::step);
    else
      return get<I>(held).at(i, c);
  }

  /// Items that do not fill a vector.
  template <int... I>
  static __device__ __forceinline__ void finish_row_end(const arguments& x,
                                                        const coordinates<Rank, Index>& outer,
                                                        Index column, indices<I...>) {
#pragma unroll 1
    for (; column < x.head.columns; ++column) {
      bundle<order, item_lane<Operand, Channels>...> held;
      (point(get<I>(held), get<I>(x.places), outer, column), ...);
      (get<I>(held).load(), ...);
#pragma unroll
      for (int c = 0; c < Channels; ++c) x.body(get<I>(held).at(0, c)...);
      (get<I>(held).store(), ...);
    }
  }
};

}  // namespace gpu::kernels
