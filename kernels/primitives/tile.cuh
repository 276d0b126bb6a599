// SPDX-License-Identifier: BSD-3-Clause
// A tile of one operand in shared memory, which is filled along its columns and read along
// its rows: see tiled.cuh, also for the parameters.
//
// Vocabulary: a *group* is 16 bytes of one tile row, G = 16 / sizeof(T) elements along c; a *pack*
// is P = 4 / sizeof(T) elements along c (1 from 4 bytes on), what one store to shared memory moves.
//
// Filling: a thread loads P columns, Column elements each, and transposes them in registers:
// Column packs, stored to as many tile rows. 16 neighbouring lanes load 256 bytes of one column, if
// the tile has so many: memory is faster at those than at 128. The others of a warp have the next
// packs. Group g of row r is in slot (r * groups of a row + g) ^ (r / Column % 8): 8 lanes, whose
// rows differ by Column, hit 8 different slots, and packs share the banks of one slot. Reading: 8
// lanes read 8 neighbouring groups. Only the two halves of 16 lanes conflict, and only in filling.
//
// Example, float, Columns 64, Column 4: lane 17 of warp 0 holds column 1, rows 4 to 7. It stores
// element (r = 6, c = 1) to row 6, slot 0 ^ (6 / 4 % 8) = 1, place 1 of 4: word 64 * 6 + 4 * 1 + 1.
#pragma once

#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

/// A tile of one operand in shared memory.
template <class T, int Rows, int Columns, int Column>
struct tile {
  static constexpr int group = 16 / static_cast<int>(sizeof(T));
  static constexpr int groups = Columns / group;
  static constexpr int pack = sizeof(T) < 4 ? 4 / static_cast<int>(sizeof(T)) : 1;
  static constexpr int words = Rows * Columns * static_cast<int>(sizeof(T)) / 16;

  static constexpr bool are_apart = groups % 8 == 0;  ///< rows are multiples of 8 slots

  /// Unsigned, as quotients and remainders of powers of two then are one instruction.
  static __device__ __forceinline__ T* at(uint4* memory, unsigned row, unsigned column) {
    const unsigned slot = (row * groups + column / group) ^ (row / Column & 7);
    return reinterpret_cast<T*>(memory) + slot * group + column % group;
  }
};

/// Vector elements of a tile's row.
template <class Operand, int Vector>
struct lane<Operand, Vector, access::transposed, false> {
  using type = typename Operand::type;
  const type* data;
  vector_of<type, Vector> values;

  __device__ __forceinline__ void load() { values = load_vector<type, Vector>(data); }
  __device__ __forceinline__ type at(int i) const { return values.at[i]; }
  __device__ __forceinline__ void store() {}
};

/// How the threads of a block fill a tile: each takes packs of columns, Column rows at a time.
template <class T, int Threads, int Rows, int Columns, int Column>
struct tile_filler {
  using mine = tile<T, Rows, Columns, Column>;
  static constexpr int run_bytes = 256;  ///< of a column, for neighbouring lanes
  static constexpr int pack = mine::pack;
  static constexpr int bytes = Column * static_cast<int>(sizeof(T));
  static constexpr int most = run_bytes / bytes < Threads ? run_bytes / bytes : Threads;
  static constexpr int down = Rows / Column < most ? Rows / Column : most;  ///< lanes
  static constexpr int across = Threads / down;
  static constexpr int steps_down = Rows / Column / down;
  static constexpr int steps_across = (Columns / pack + across - 1) / across;
  static constexpr bool is_even = Columns / pack % across == 0;
  static constexpr bool is_ahead = Rows * static_cast<int>(sizeof(T)) < run_bytes;

  /// All loads before the first store.
  static __device__ __forceinline__ void fill(const T* start, long long step, uint4* memory) {
    vector_of<T, Column> held[steps_across][steps_down][pack];
#pragma unroll
    for (int a = 0; a < steps_across; ++a)
#pragma unroll
      for (int d = 0; d < steps_down; ++d)
#pragma unroll
        for (int p = 0; p < pack; ++p)
          if (is_even || column(a) < Columns)
            held[a][d][p] =
                load_vector_once<is_ahead, T, Column>(start + row(d) + (column(a) + p) * step);
#pragma unroll
    for (int a = 0; a < steps_across; ++a)
#pragma unroll
      for (int d = 0; d < steps_down; ++d)
        if (is_even || column(a) < Columns) transpose(held[a][d], memory, row(d), column(a));
  }

  /// A tile of fewer rows or columns; what lies beyond the last has no meaning.
  template <class Index>
  static __device__ __forceinline__ void fill_part(const T* start, long long step, uint4* memory,
                                                   Index rows, Index columns) {
#pragma unroll 1
    for (int a = 0; a < steps_across; ++a)
#pragma unroll 1
      for (int d = 0; d < steps_down; ++d) {
        const int c = column(a);
        if (c >= Columns || c >= columns) break;
        const int r = row(d);
        const T* first = start + r + c * step;
        if (r + Column <= rows && c + pack <= columns) {
          vector_of<T, Column> held[pack];
#pragma unroll
          for (int p = 0; p < pack; ++p) held[p] = load_vector<T, Column>(first + p * step);
          transpose(held, memory, r, c);
          continue;
        }
#pragma unroll 1
        for (int p = 0; p < pack && c + p < columns; ++p)
#pragma unroll 1
          for (int n = 0; n < Column && r + n < rows; ++n)
            *mine::at(memory, r + n, c + p) = first[p * step + n];
      }
  }

 private:
  static __device__ __forceinline__ int row(int d) {
    return static_cast<int>(threadIdx.x % down + d * down) * Column;
  }
  static __device__ __forceinline__ int column(int a) {
    return static_cast<int>(threadIdx.x / down + a * across) * pack;
  }
  /// Stores Column rows of `pack` columns: all in the slot of the first, `row`.
  static __device__ __forceinline__ void transpose(const vector_of<T, Column> (&held)[pack],
                                                   uint4* memory, int row, int column) {
    vector_of<vector_of<T, pack>, Column> transposed;
    if constexpr (pack > 1 && bytes % 4 == 0) {
      transposed = transpose_words(held);
    } else {
#pragma unroll
      for (int n = 0; n < Column; ++n)
#pragma unroll
        for (int p = 0; p < pack; ++p) transposed.at[n].at[p] = held[p].at[n];
    }
    T* const first = mine::at(memory, row, column);
#pragma unroll
    for (int n = 0; n < Column; ++n)
      store_vector(mine::are_apart ? first + n * Columns : mine::at(memory, row + n, column),
                   transposed.at[n]);
  }
  /// Elements of one or two bytes, by instructions that pick bytes of two words.
  static __device__ __forceinline__ vector_of<vector_of<T, pack>, Column> transpose_words(
      const vector_of<T, Column> (&held)[pack]) {
    using words = vector_of<unsigned, bytes / 4>;
    words column[pack];
    vector_of<unsigned, Column> transposed;
#pragma unroll
    for (int p = 0; p < pack; ++p) column[p] = __builtin_bit_cast(words, held[p]);
#pragma unroll
    for (int k = 0; k < bytes / 4; ++k) {
      if constexpr (pack == 2) {
        transposed.at[2 * k] = __byte_perm(column[0].at[k], column[1].at[k], 0x5410);
        transposed.at[2 * k + 1] = __byte_perm(column[0].at[k], column[1].at[k], 0x7632);
      } else {
        unsigned square[] = {column[0].at[k], column[1].at[k], column[2].at[k], column[3].at[k]};
        transpose_bytes(square);
#pragma unroll
        for (int i = 0; i < 4; ++i) transposed.at[4 * k + i] = square[i];
      }
    }
    return __builtin_bit_cast(vector_of<vector_of<T, pack>, Column>, transposed);
  }
};

}  // namespace gpu::kernels
