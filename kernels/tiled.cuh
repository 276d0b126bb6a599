// SPDX-License-Identifier: BSD-3-Clause
// out[o, r, c] = body(in[o, r, c]...) where outputs have their neighbours along c, and `transposed`
// inputs along r: they pass through a tile in shared memory, so that both sides use wide accesses.
//
// Body     functor; takes a reference for each output, then a value for each input
// Index    int if every offset and index, plus one tile, is below 2^31; else long long
// Rank     of the other axes o, at least 1
// Threads  of a block; a multiple of 32
// Side     of the square tile, in elements: a power of two
// Vector   elements of one access along c; rows of `unit` operands are aligned to so many
// Column   elements of one access along r; columns of `transposed` operands are aligned to so many
// Tail     whether columns may be no multiple of Vector
// Operand  write<T, A> or read<T, A> with A unit, zero or reversed (along c), strided or
// transposed;
//          or affine
// launch   Threads in x, one block for each tile, those along c first; static shared memory
// alias    an output may be an input of the same walk, which is not `transposed`
//
// Vocabulary: a *group* is 16 bytes of one tile row, G = 16 / sizeof(T) elements along c; a *pack*
// is P = 4 / sizeof(T) elements along c (1 from 4 bytes on), what one store to shared memory moves.
//
// Filling: a thread loads P columns, Column elements each, and turns them round in registers:
// Column packs, stored to as many tile rows. 8 neighbouring lanes load 128 bytes of one column; the
// other 3 times 8 lanes of a warp have the next packs. Row r keeps group g in slot
// g ^ (r / Column % 8): the 8 lanes, whose rows differ by Column, hit 8 different slots, and the 4
// packs share the banks of one slot. Reading: 8 lanes read 8 neighbouring groups of a row. Neither
// conflicts.
//
// Example, float, Side 64, Column 4: lane 9 of warp 0 holds column 1, rows 4 to 7. It stores
// element (r = 6, c = 1) to row 6, slot 0 ^ (6 / 4 % 8) = 1, place 1 of 4: word 64 * 6 + 4 * 1 + 1.
#pragma once

#include <gpu/kernels/operand.cuh>

namespace gpu::kernels {

/// A tile of one operand in shared memory.
template <class T, int Side, int Column>
struct tile {
  static constexpr int group = 16 / static_cast<int>(sizeof(T));
  static constexpr int groups = Side / group;
  static constexpr int pack = sizeof(T) < 4 ? 4 / static_cast<int>(sizeof(T)) : 1;
  static constexpr int words = Side * Side * static_cast<int>(sizeof(T)) / 16;
  static constexpr int mask = (groups < 8 ? groups : 8) - 1;

  static __device__ __forceinline__ T* at(uint4* memory, int row, int column) {
    const int slot = (column / group) ^ (row / Column & mask);
    return reinterpret_cast<T*>(memory) + (row * groups + slot) * group + column % group;
  }
};

/// Vector elements of a tile's row.
template <class Operand, int Vector>
struct lane<Operand, Vector, access::transposed, false> {
  using type = typename Operand::type;
  const type* data;
  chunk<type, Vector> values;

  __device__ __forceinline__ void load() { values = load_chunk<type, Vector>(data); }
  __device__ __forceinline__ type at(int i) const { return values.at[i]; }
  __device__ __forceinline__ void store() {}
};

template <class Body, class Index, int Rank, int Threads, int Side, int Vector, int Column,
          bool Tail, class... Operand>
struct tiled {
  using order = typename counted<sizeof...(Operand)>::type;
  using coordinate = coordinates<Rank, Index>;

  /// The last two strides are those along r and c.
  struct arguments {
    tiled_head<Rank, Index> head;
    bundle<order, for_each<Operand, place<Rank + 2, Index>>...> places;
    Body body;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    __shared__ uint4 memory[tile_words(sizeof...(Operand))];
    const Index block = static_cast<Index>(blockIdx.x);
    const Index strip = x.head.column_tiles.quotient(block);
    const Index matrix = x.head.row_tiles.quotient(strip);
    const coordinate outer(x.head.axis, matrix);
    const Index row = x.head.row_tiles.remainder(strip, matrix) * Side;
    const Index column = x.head.column_tiles.remainder(block, strip) * Side;
    fill(x, memory, outer, row, column, order{});
    __syncthreads();
    constexpr int across = Side / Vector;
    constexpr int height = Threads / across;
    const int c = static_cast<int>(threadIdx.x) % across * Vector;
#pragma unroll 4
    for (int r = static_cast<int>(threadIdx.x) / across; r < Side; r += height) {
      if (row + r >= x.head.rows) break;
      if (column + c + Vector <= x.head.columns) {
        finish<Vector>(x, memory, outer, row, column, r, c, order{});
      } else if constexpr (Tail) {
#pragma unroll 1
        for (int i = c; column + i < x.head.columns && i < c + Vector; ++i)
          finish<1>(x, memory, outer, row, column, r, i, order{});
      }
    }
  }

 private:
  /// 16-byte words of the tiles of the first `count` operands.
  GPU_HD static constexpr int tile_words(int count) {
    const int words[] = {Operand::how == access::transposed
                             ? tile<typename Operand::type, Side, Column>::words
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
    if constexpr (Operand_::how == access::transposed) {
      using type = typename Operand_::type;
      const long long step = from.stride[Rank + 1];
      const type* start = static_cast<const type*>(from.data) + outer.offset(from) + row +
                          static_cast<long long>(column) * step;
      const Index rows = x.head.rows - row;
      const Index columns = x.head.columns - column;
      if (rows >= Side && columns >= Side)
        fill_whole(start, step, memory);
      else
        fill_part(start, step, memory, rows, columns);
    }
  }

  /// How the threads share a tile: each takes packs of columns, Column rows of them at a time.
  template <class T>
  struct share {
    static constexpr int pack = tile<T, Side, Column>::pack;
    static constexpr int bytes = Column * static_cast<int>(sizeof(T));
    static constexpr int down = Side / Column < 128 / bytes ? Side / Column : 128 / bytes;  // lanes
    static constexpr int across = Threads / down;
    static constexpr int steps_down = Side / Column / down;
    static constexpr int steps_across = (Side / pack + across - 1) / across;
    static constexpr bool is_even = Side / pack % across == 0;

    static __device__ __forceinline__ int row(int d) {
      return (static_cast<int>(threadIdx.x) % down + d * down) * Column;
    }
    static __device__ __forceinline__ int column(int a) {
      return (static_cast<int>(threadIdx.x) / down + a * across) * pack;
    }
    /// Stores Column rows of `pack` columns.
    static __device__ __forceinline__ void turn(const chunk<T, Column> (&held)[pack], uint4* memory,
                                                int row, int column) {
#pragma unroll
      for (int n = 0; n < Column; ++n) {
        chunk<T, pack> turned;
#pragma unroll
        for (int p = 0; p < pack; ++p) turned.at[p] = held[p].at[n];
        store_chunk(tile<T, Side, Column>::at(memory, row + n, column), turned);
      }
    }
  };

  /// All loads before the first store.
  template <class T>
  static __device__ __forceinline__ void fill_whole(const T* start, long long step, uint4* memory) {
    using mine = share<T>;
    chunk<T, Column> held[mine::steps_across][mine::steps_down][mine::pack];
#pragma unroll
    for (int a = 0; a < mine::steps_across; ++a)
#pragma unroll
      for (int d = 0; d < mine::steps_down; ++d)
#pragma unroll
        for (int p = 0; p < mine::pack; ++p)
          if (mine::is_even || mine::column(a) < Side)
            held[a][d][p] =
                load_chunk<T, Column>(start + mine::row(d) + (mine::column(a) + p) * step);
#pragma unroll
    for (int a = 0; a < mine::steps_across; ++a)
#pragma unroll
      for (int d = 0; d < mine::steps_down; ++d)
        if (mine::is_even || mine::column(a) < Side)
          mine::turn(held[a][d], memory, mine::row(d), mine::column(a));
  }

  /// A tile of fewer rows or columns; what lies beyond the last has no meaning.
  template <class T>
  static __device__ __forceinline__ void fill_part(const T* start, long long step, uint4* memory,
                                                   Index rows, Index columns) {
    using mine = share<T>;
#pragma unroll 1
    for (int a = 0; a < mine::steps_across; ++a)
#pragma unroll 1
      for (int d = 0; d < mine::steps_down; ++d) {
        const int c = mine::column(a);
        if (c >= Side || c >= columns) break;
        const int r = mine::row(d);
        const T* first = start + r + c * step;
        if (r + Column <= rows && c + mine::pack <= columns) {
          chunk<T, Column> held[mine::pack];
#pragma unroll
          for (int p = 0; p < mine::pack; ++p) held[p] = load_chunk<T, Column>(first + p * step);
          mine::turn(held, memory, r, c);
          continue;
        }
#pragma unroll 1
        for (int p = 0; p < mine::pack && c + p < columns; ++p)
#pragma unroll 1
          for (int n = 0; n < Column && r + n < rows; ++n)
            *tile<T, Side, Column>::at(memory, r + n, c + p) = first[p * step + n];
      }
  }

  template <int Count, int... I>
  static __device__ __forceinline__ void finish(const arguments& x, uint4* memory,
                                                const coordinate& outer, Index row, Index column,
                                                int r, int c, indices<I...>) {
    lanes<Count, Operand...> held;
    (point(get<I>(held), get<I>(x.places), memory + tile_words(I), outer, row, column, r, c), ...);
    held.load();
    held.finish(x.body);
  }

  template <class Operand_, int Count, access How, bool IsAffine>
  static __device__ __forceinline__ void point(lane<Operand_, Count, How, IsAffine>& lane,
                                               const place<Rank + 2, Index>& operand, uint4* memory,
                                               const coordinate& outer, Index row, Index column,
                                               int r, int c) {
    if constexpr (How == access::transposed) {
      lane.data = tile<typename Operand_::type, Side, Column>::at(memory, r, c);
    } else {
      const long long step = How == access::unit ? 1 : operand.stride[Rank + 1];
      const long long offset = outer.offset(operand) +
                               static_cast<long long>(row + r) * operand.stride[Rank] +
                               static_cast<long long>(column + c) * step;
      lane.point(operand.data, offset, step);
    }
  }
};

}  // namespace gpu::kernels
