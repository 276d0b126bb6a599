// SPDX-License-Identifier: BSD-3-Clause
// out[o, r, c] = body(in[o, r, c]...) where outputs have their neighbours along c, and `transposed`
// inputs along r: they pass through a tile in shared memory, so that both sides use wide accesses.
//
// Body     functor; takes a reference for each output, then a value for each input
// Index    int if every offset and index, plus one tile, is below 2^31; else long long
// Rank     of the other axes o, at least 1
// Threads  of a block; a multiple of 32
// Rows     of a tile, along r: a power of two
// Columns  of a tile, along c: a power of two
// Vector   elements of one access along c; rows of `unit` operands are aligned to so many
// Column   elements of one access along r; columns of `transposed` operands are aligned to so many
// Tail     whether columns may be no multiple of Vector
// Operand  write<T, A> or read<T, A> with A unit, zero or reversed (along c), strided or
//          transposed; or affine
// launch   Threads in x, one block for each tile; dynamic shared memory: the tiles
// alias    an output may be an input of the same iteration space, which is not `transposed`
//
// What the tile needs beside its columns is loaded before the block waits for the tile, unless it
// takes too many registers. Blocks write in the order of memory, which is worth more than to read
// so: first along c, then along the axes o inside r, then along r.
#pragma once

#include <gpu/kernels/primitives/operand.cuh>
#include <gpu/kernels/primitives/tile.cuh>

namespace gpu::kernels {

template <class Body, class Index, int Rank, int Threads, int Rows, int Columns, int Vector,
          int Column, bool Tail, class... Operand>
struct tiled {
  using order = typename counted<sizeof...(Operand)>::type;
  using coordinate = coordinates<Rank, Index>;

  template <class T>
  using filler = tile_filler<T, Threads, Rows, Columns, Column>;

  /// The last two strides are those along r and c.
  struct arguments {
    tiled_head<Rank, Index> head;
    bundle<order, for_each<Operand, place<Rank + 2, Index>>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    extern __shared__ uint4 memory[];
    const Index block = static_cast<Index>(blockIdx.x);
    const Index row_of_tiles = x.head.column_tiles.quotient(block);
    const Index row_of_matrices = x.head.nearer.quotient(row_of_tiles);
    const Index farther = x.head.row_tiles.quotient(row_of_matrices);
    const coordinate outer(x.head.axis, row_of_tiles - (row_of_matrices - farther) *
                                                           static_cast<Index>(x.head.nearer.value));
    const Index row = x.head.row_tiles.remainder(row_of_matrices, farther) * Rows;
    const Index column = x.head.column_tiles.remainder(block, row_of_tiles) * Columns;
    const int r = static_cast<int>(threadIdx.x / across);
    const int c = static_cast<int>(threadIdx.x % across * Vector);
    const spot at{outer, row + r, column + c, r, c};
    const bool is_vector = column + c + Vector <= x.head.columns;
    const bool is_whole = x.head.rows - row >= Rows;
    lanes<Vector, Operand...> held[group];
    if constexpr (is_early)
      if (is_whole && is_vector && is_inside(at)) ready(held, x, at);
    fill(x, memory, outer, row, column, order{});
    __syncthreads();
    if (!is_vector) {
      if constexpr (Tail) finish_row_ends(x, memory, at);
    } else if (!is_whole) {
      finish_rows(x, memory, at);
    } else if (is_inside(at)) {
#pragma unroll 1
      for (int first = 0; first < Rows; first += group * height) {
        const spot here = at.moved(first);
        if constexpr (!is_early) ready(held, x, here);
        finish(held, x, memory, here);
      }
    }
  }

 private:
  static constexpr int across = Columns / Vector;
  static constexpr int height = Threads / across;
  static constexpr int steps = Rows > height ? Rows / height : 1;
  /// Registers of a thread for what it loads of one row of an operand, tiles apart.
  template <class Operand_>
  GPU_HD static constexpr int registers() {
    constexpr int bytes = static_cast<int>(sizeof(typename Operand_::type));
    constexpr int one = (bytes + 3) / 4;
    if (Operand_::is_written || Operand_::is_affine || Operand_::pattern == access::transposed)
      return 0;
    if (Operand_::pattern == access::zero) return one;
    return Operand_::pattern == access::strided ? Vector * one : (Vector * bytes + 3) / 4;
  }
  static constexpr int each = (registers<Operand>() + ... + 0);
  static constexpr int max_registers = 24;  ///< of a thread: with more, too few blocks run at once
  static constexpr int fitting = each * 4 <= max_registers ? 4 : each * 2 <= max_registers ? 2 : 1;
  static constexpr int group = steps < fitting ? steps : fitting;  ///< rows of a thread at once
  static constexpr bool is_early = group == steps;

  /// Where a thread is: in the arrays, and in the tile.
  struct spot {
    coordinate outer;
    Index row;
    Index column;
    int r;
    int c;

    __device__ __forceinline__ spot moved(int down, int right = 0) const {
      return {outer, row + down, column + right, r + down, c + right};
    }
  };

  /// 16-byte words of the tiles of the first `count` operands.
  GPU_HD static constexpr int tile_words(int count) {
    const int words[] = {Operand::pattern == access::transposed
                             ? tile<typename Operand::type, Rows, Columns, Column>::words
                             : 0 ...};
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += words[i];
    return sum;
  }

  template <int... I>
  static __device__ __forceinline__ void fill(const arguments& x, uint4* memory,
                                              const coordinate& outer, Index row, Index column,
                                              indices<I...>) {
    (fill_one<Operand>(x, get<I>(x.places), memory + tile_words(I), outer, row, column), ...);
  }

  template <class Operand_>
  static __device__ __forceinline__ void fill_one(const arguments& x,
                                                  const place<Rank + 2, Index>& from, uint4* memory,
                                                  const coordinate& outer, Index row,
                                                  Index column) {
    if constexpr (Operand_::pattern == access::transposed) {
      using type = typename Operand_::type;
      const long long step = from.stride[Rank + 1];
      const type* start = static_cast<const type*>(from.data) + outer.offset(from) + row +
                          static_cast<long long>(column) * step;
      const Index rows = x.head.rows - row;
      const Index columns = x.head.columns - column;
      if (rows >= Rows && columns >= Columns)
        filler<type>::fill(start, step, memory);
      else
        filler<type>::fill_part(start, step, memory, rows, columns);
    }
  }

  /// Whether the thread has a row of the tile.
  static __device__ __forceinline__ bool is_inside(const spot& at) {
    return height <= Rows || at.r < Rows;
  }

  /// Loads `group` rows of what is no tile.
  static __device__ __forceinline__ void ready(lanes<Vector, Operand...> (&held)[group],
                                               const arguments& x, const spot& at) {
#pragma unroll
    for (int u = 0; u < group; ++u) ready(held[u], x, at.moved(u * height), order{});
  }

  /// Reads `group` rows of the tiles at once, then computes and stores them.
  static __device__ __forceinline__ void finish(lanes<Vector, Operand...> (&held)[group],
                                                const arguments& x, uint4* memory, const spot& at) {
#pragma unroll
    for (int u = 0; u < group; ++u) take(held[u], memory, at.moved(u * height), order{});
#pragma unroll
    for (int u = 0; u < group; ++u) put(held[u], x, at.moved(u * height), order{});
  }

  /// All that a tile needs for `Count` columns, a row at a time.
  template <int Count>
  static __device__ __forceinline__ void finish_one(const arguments& x, uint4* memory,
                                                    const spot& at) {
    lanes<Count, Operand...> one;
    ready(one, x, at, order{});
    take(one, memory, at, order{});
    put(one, x, at, order{});
  }

  /// A tile of fewer rows.
  static __device__ __forceinline__ void finish_rows(const arguments& x, uint4* memory,
                                                     const spot& at) {
#pragma unroll 1
    for (int down = 0; at.r + down < Rows && at.row + down < x.head.rows; down += height)
      finish_one<Vector>(x, memory, at.moved(down));
  }

  /// Columns that do not fill a vector.
  static __device__ __forceinline__ void finish_row_ends(const arguments& x, uint4* memory,
                                                         const spot& at) {
#pragma unroll 1
    for (int down = 0; at.r + down < Rows && at.row + down < x.head.rows; down += height)
#pragma unroll 1
      for (int i = 0; at.column + i < x.head.columns; ++i)
        finish_one<1>(x, memory, at.moved(down, i));
  }

  template <int Count, int... I>
  static __device__ __forceinline__ void ready(lanes<Count, Operand...>& held, const arguments& x,
                                               const spot& at, indices<I...>) {
    (ready(get<I>(held), get<I>(x.places), at), ...);
  }
  template <class Operand_, int Count, access Pattern, bool IsAffine>
  static __device__ __forceinline__ void ready(lane<Operand_, Count, Pattern, IsAffine>& lane,
                                               const place<Rank + 2, Index>& operand,
                                               const spot& at) {
    if constexpr (Pattern != access::transposed && !Operand_::is_written) {
      point(lane, operand, at);
      lane.load();
    }
  }

  /// From the tiles.
  template <int Count, int... I>
  static __device__ __forceinline__ void take(lanes<Count, Operand...>& held, uint4* memory,
                                              const spot& at, indices<I...>) {
    (take(get<I>(held), memory + tile_words(I), at), ...);
  }
  template <class Operand_, int Count, access Pattern, bool IsAffine>
  static __device__ __forceinline__ void take(lane<Operand_, Count, Pattern, IsAffine>& lane,
                                              uint4* memory, const spot& at) {
    if constexpr (Pattern == access::transposed) {
      lane.data = tile<typename Operand_::type, Rows, Columns, Column>::at(memory, at.r, at.c);
      lane.load();
    }
  }

  /// To the outputs.
  template <int Count, int... I>
  static __device__ __forceinline__ void put(lanes<Count, Operand...>& held, const arguments& x,
                                             const spot& at, indices<I...>) {
    (aim(get<I>(held), get<I>(x.places), at), ...);
    held.finish(x.body);
  }
  template <class Operand_, int Count, access Pattern, bool IsAffine>
  static __device__ __forceinline__ void aim(lane<Operand_, Count, Pattern, IsAffine>& lane,
                                             const place<Rank + 2, Index>& operand,
                                             const spot& at) {
    if constexpr (Operand_::is_written) point(lane, operand, at);
  }

  template <class Operand_, int Count, access Pattern, bool IsAffine>
  static __device__ __forceinline__ void point(lane<Operand_, Count, Pattern, IsAffine>& lane,
                                               const place<Rank + 2, Index>& operand,
                                               const spot& at) {
    const long long step = Pattern == access::unit ? 1 : operand.stride[Rank + 1];
    const long long offset = at.outer.offset(operand) +
                             static_cast<long long>(at.row) * operand.stride[Rank] +
                             static_cast<long long>(at.column) * step;
    lane.point(operand.data, offset, step);
  }
};

}  // namespace gpu::kernels
