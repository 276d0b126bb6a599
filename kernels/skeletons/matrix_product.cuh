// SPDX-License-Identifier: BSD-3-Clause
// out[i][j] = sum over t of a[i][t] * b[t][j], for every matrix of a batch.
//
// Terms        how terms are multiplied and added: see kernels/primitives/product_terms.cuh
// Rows         of a tile of results, which a block computes
// Columns      of it
// Depth        words of terms of one panel of each operand, as in
//              kernels/primitives/product_panel.cuh
// RowsEach     of the results of a thread
// ColumnsEach  of them
// Slices       groups of threads, of which each multiplies a part of every panel: a small product
//              has few threads otherwise, and nothing hides what they wait for
// launch       a block of `threads` in x for each tile; static shared memory
// alias        the results are in no operand; they lie in C order, one matrix behind the other
//
// While a block multiplies two panels, it loads the next ones into registers, and stores them in
// the other half of its shared memory: one barrier for each panel. Strides are arbitrary.
//
// A word of shared memory is read by many threads: those of a warp are 4 rows of 8, so that they
// read 64 bytes of a and 128 bytes of b at once. A thread has vectors of 16 bytes of rows and of
// columns, far apart, so that the vectors of neighbouring threads are neighbours: with 16 rows of
// threads, of 8 rows each, thread row 1 has rows 4 to 7 and 68 to 71.
//
// The sums of slices are added in shared memory, in order. The terms may be split as well: each
// split is a product of its own, in a batch behind that of the split before it, and is added later.
//
// V. Volkov, J. W. Demmel, "Benchmarking GPUs to tune dense linear algebra", SC 2008, explain why
// blocks of results in registers make products fast.
#pragma once

#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/product_panel.cuh>
#include <gpu/kernels/primitives/product_terms.cuh>

namespace gpu::kernels {

template <class Terms, int Rows, int Columns, int Depth, int RowsEach, int ColumnsEach, int Slices>
class matrix_product {
 public:
  using arguments = product_arguments;
  static constexpr int thread_rows = Rows / RowsEach;
  static constexpr int thread_columns = Columns / ColumnsEach;
  static constexpr int slice_threads = thread_rows * thread_columns;
  static constexpr int threads = Slices * slice_threads;
  static_assert(thread_rows % 4 == 0 && thread_columns % 8 == 0, "a warp is 4 rows of 8 threads");

  static __device__ __forceinline__ void run(const arguments& x) {
    __shared__ __align__(16) word memory[memory_words];
    await_grid_dependency();
    compute(x, memory);
  }

 private:
  using element = typename Terms::element;
  using word = typename Terms::word;
  using a_panel = product_panel<Terms, Rows, Depth, threads>;
  using b_panel = product_panel<Terms, Columns, Depth, threads>;
  static constexpr int vector = 16 / static_cast<int>(sizeof(word));
  static_assert(RowsEach % vector == 0 && ColumnsEach % vector == 0 && Depth % Slices == 0);
  static constexpr int slice_depth = Depth / Slices;
  static constexpr int memory_words = 2 * (a_panel::words + b_panel::words);
  static_assert((Slices - 1) * Rows * Columns <= memory_words, "sums of slices take their place");
  using sums = word[RowsEach][ColumnsEach];

  /// Of the threads of the block: which rows, columns and words of a panel are this one's.
  struct thread_place {
    int slice;
    int row;
    int column;

    __device__ __forceinline__ thread_place() {
      constexpr int warp_columns = thread_columns / 8;
      const int thread = static_cast<int>(threadIdx.x);
      slice = Slices > 1 ? thread / slice_threads : 0;
      const int warp = (Slices > 1 ? thread % slice_threads : thread) / 32;
      const int lane = thread % 32;
      row = (warp / warp_columns * 4 + lane / 8) * vector;
      column = (warp % warp_columns * 8 + lane % 8) * vector;
    }
    /// The tile's row that is number `i` of the thread.
    static __device__ __forceinline__ int row_of(int i) {
      return i / vector * (thread_rows * vector) + i % vector;
    }
    static __device__ __forceinline__ int column_of(int j) {
      return j / vector * (thread_columns * vector) + j % vector;
    }
  };

  /// The number of the block. Read each time: what depends on it would take the registers of sums
  /// if it were kept from the beginning to the end.
  static __device__ __forceinline__ unsigned block() {
    unsigned number;
    asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(number));
    return number;
  }

  /// The first elements of a tile.
  struct tile_place {
    const element* a;
    const element* b;
    element* out;
    int rows;     ///< from there to the end of the matrix, at most those of a tile
    int columns;  ///< likewise
    long long terms;

    __device__ __forceinline__ explicit tile_place(const arguments& x) {
      const long long tile = x.first_tile + block();
      const long long row_of_tiles = x.column_tiles.quotient(tile);
      const long long column = x.column_tiles.remainder(tile, row_of_tiles) * Columns;
      const long long matrix = x.row_tiles.quotient(row_of_tiles);
      const long long row = x.row_tiles.remainder(row_of_tiles, matrix) * Rows;
      long long split = matrix;
      long long a_offset = row * x.a.outer_stride;
      long long b_offset = column * x.b.outer_stride;
#pragma unroll
      for (int axis = product_batch_axes - 1; axis >= 0; --axis) {
        const long long outside = x.batch[axis].quotient(split);
        const long long index = x.batch[axis].remainder(split, outside);
        a_offset += index * x.a.step[axis];
        b_offset += index * x.b.step[axis];
        split = outside;
      }
      const long long first = split * x.split_terms;
      a = static_cast<const element*>(x.a.data) + a_offset + first * x.a.term_stride;
      b = static_cast<const element*>(x.b.data) + b_offset + first * x.b.term_stride;
      out = static_cast<element*>(x.out) + (matrix * x.m + row) * x.n + column;
      rows = static_cast<int>(min(x.m - row, static_cast<long long>(Rows)));
      columns = static_cast<int>(min(x.n - column, static_cast<long long>(Columns)));
      terms = min(x.k - first, x.split_terms);
    }
  };

  static __device__ __forceinline__ void compute(const arguments& x, word* memory) {
    const tile_place at(x);
    const thread_place mine;
    a_panel a(x.a, at.a);
    b_panel b(x.b, at.b);
    word* const b_memory = memory + 2 * a_panel::words;
    const auto load = [&](long long terms) {
      const int left = static_cast<int>(min(terms, static_cast<long long>(a_panel::terms)));
      a.load({at.rows, left});
      b.load({at.columns, left});
    };
    const auto store = [&](int half) {
      a.store(memory + half * a_panel::words);
      b.store(b_memory + half * b_panel::words);
    };
    sums sum = {};
    load(at.terms);
    store(0);
    __syncthreads();
    int half = 0;
    // The last round loads and stores zeros: under a condition, the compiler would put loads and
    // stores together, behind the products that hide how long loads take.
#pragma unroll 1
    for (long long terms = at.terms; terms > 0; terms -= a_panel::terms) {
      load(terms - a_panel::terms);
      const int depth = mine.slice * slice_depth;
      multiply(sum, memory + half * a_panel::words + depth * a_panel::stride + mine.row,
               b_memory + half * b_panel::words + depth * b_panel::stride + mine.column);
      half ^= 1;
      store(half);
      __syncthreads();
    }
    if constexpr (Slices > 1) add_slices(sum, memory, mine.slice);
    if (mine.slice == 0) write(sum, x, tile_place(x), mine);
  }

  /// Makes the sums of slice 0 those of all. Nobody reads panels any more.
  static __device__ __forceinline__ void add_slices(sums& sum, word* memory, int slice) {
    const int thread = static_cast<int>(threadIdx.x) % slice_threads;
    word* const held = memory + thread;
    if (slice > 0)
#pragma unroll
      for (int i = 0; i < RowsEach * ColumnsEach; ++i)
        held[((slice - 1) * RowsEach * ColumnsEach + i) * slice_threads] =
            sum[i / ColumnsEach][i % ColumnsEach];
    __syncthreads();
    if (slice > 0) return;
#pragma unroll 1
    for (int other = 0; other < Slices - 1; ++other)
#pragma unroll
      for (int i = 0; i < RowsEach * ColumnsEach; ++i)
        Terms::join(sum[i / ColumnsEach][i % ColumnsEach],
                    held[(other * RowsEach * ColumnsEach + i) * slice_threads]);
  }

  /// Adds the products of a slice of two panels.
  static __device__ __forceinline__ void multiply(sums& sum, const word* a, const word* b) {
#pragma unroll
    for (int depth = 0; depth < slice_depth; ++depth) {
      word rows[RowsEach];
      word columns[ColumnsEach];
#pragma unroll
      for (int i = 0; i < RowsEach; i += vector)
        read(rows + i, a + depth * a_panel::stride + thread_place::row_of(i));
#pragma unroll
      for (int j = 0; j < ColumnsEach; j += vector)
        read(columns + j, b + depth * b_panel::stride + thread_place::column_of(j));
#pragma unroll
      for (int i = 0; i < RowsEach; ++i)
#pragma unroll
        for (int j = 0; j < ColumnsEach; ++j) Terms::add(sum[i][j], rows[i], columns[j]);
    }
  }

  static __device__ __forceinline__ void read(word* to, const word* from) {
    const vector_of<word, vector> words = load_vector<word, vector>(from);
#pragma unroll
    for (int i = 0; i < vector; ++i) to[i] = words.at[i];
  }

  static __device__ __forceinline__ void write(const sums& sum, const arguments& x,
                                               const tile_place& at, const thread_place& mine) {
    constexpr int bytes = vector * static_cast<int>(sizeof(element));
    const bool has_vectors =
        x.n % vector == 0 && reinterpret_cast<unsigned long long>(x.out) % bytes == 0;
#pragma unroll
    for (int i = 0; i < RowsEach; ++i) {
      const int row = mine.row + thread_place::row_of(i);
      if (row >= at.rows) continue;
      element* const out = at.out + row * x.n + mine.column;
#pragma unroll
      for (int j = 0; j < ColumnsEach; j += vector) {
        const int column = thread_place::column_of(j);
        vector_of<element, vector> results;
#pragma unroll
        for (int v = 0; v < vector; ++v) results.at[v] = Terms::result(sum[i][j + v]);
        if (has_vectors && mine.column + column < at.columns) {
          store_vector(out + column, results);
          continue;
        }
#pragma unroll
        for (int v = 0; v < vector; ++v)
          if (mine.column + column + v < at.columns) out[column + v] = results.at[v];
      }
    }
  }
};

}  // namespace gpu::kernels
