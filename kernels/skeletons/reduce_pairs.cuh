// SPDX-License-Identifier: BSD-3-Clause
// out[i, j] = finish(combine over k of lift(f(a[i, k], b[j, k]))): no operand has elements of its
// own for each (i, j, k). Distances between points, products with a broadcast axis, forces between
// bodies. With one j: an operand that all rows i read.
//
// Work      row_work<...>: what is computed, with which operands
// Index     int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Kept      kept axes, at least 2: the last two are i and j, the others count batches
// Reduced   reduced axes beside the last
// Vector    elements of a vector along the last axis, which is a reduced one
// Rows      i of a thread
// Columns   j of a thread
// Tail      whether the last axis may end within a vector
// ByColumn  indices<...>: operands whose elements depend on j, but not on i
// ByPair    indices<...>: operands with one element for each row that depend on both
// ByNone    indices<...>: operands whose elements depend on neither
// Threads   of a block
// Pass      row_pass<...>: what is reduced
// launch    Threads in x; for each split, batches times ceil(extent of i / (Rows * height)) times
//           ceil(extent of j / (Columns * width)) blocks, where width is 2^head.height and height
//           Threads / (team * width); static shared memory; `arrivals` is 0 for each of these tiles
//           if there are several splits
// alias     outputs are no inputs
//
// Register blocking: a thread reduces Rows x Columns pairs at once, so that a loaded vector of `a`
// serves Columns of them, and one of `b` Rows. A *team* of neighbouring threads has the same pairs:
// each takes every team-th vector along k, which they thus read side by side. The pairs of a thread
// are `height` rows and `width` columns apart, so that neighbouring teams write neighbours.
//
// Example: 1000 x 16 pairs of 64 floats, Vector 4, Rows 8, Columns 4: 16 vectors; team 4, width 4,
// height 16: a block has 128 rows and all 16 columns; 8 blocks. Thread 5 has vectors 1, 5, 9, 13
// of rows 0, 16, ..., 112 and of columns 1, 5, 9, 13.
#pragma once

#include <gpu/kernels/primitives/row_accumulator.cuh>
#include <gpu/kernels/primitives/row_pass.cuh>
#include <gpu/kernels/primitives/row_work.cuh>

namespace gpu::kernels {

template <class Work, class Index, int Kept, int Reduced, int Vector, int Rows, int Columns,
          bool Tail, class ByColumn, class ByPair, class ByNone, int Threads, class Pass>
struct reduce_pairs {
  using arguments = typename Work::arguments;
  using point = iteration_point<Kept + Reduced + 1, Index>;
  using accumulator = typename Pass::accumulator;
  using thread_accumulator = typename Pass::thread_accumulator;
  using row = typename Work::row;
  using elements = typename Work::template element_lanes<Vector>;
  using values = typename Work::row_value_lanes;

  /// The pairs of a thread, and what it takes of them.
  struct block_of_pairs {
    point at;      ///< of the batch
    Index i;       ///< the first
    Index j;       ///< the first
    Index down;    ///< from one i to the next
    Index across;  ///< from one j to the next
    Index rows;    ///< extent of i
    Index columns;
    Index tile;
    Index split;
    int team;
    int lane;

    __device__ __forceinline__ bool exists(int a, int b) const {
      return i + a * down < rows && j + b * across < columns;
    }
    /// Goes to a pair; to one that exists if that does not.
    __device__ __forceinline__ void go_to(point& to, int a, int b) const {
      to.at[Kept - 2] = i + a * down < rows ? i + a * down : rows - 1;
      to.at[Kept - 1] = j + b * across < columns ? j + b * across : columns - 1;
    }
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    const block_of_pairs mine = pairs_of_thread(x);
    thread_accumulator all[Rows][Columns];
    accumulate(x, mine, all);
    accumulator total[Rows][Columns];
#pragma unroll
    for (int a = 0; a < Rows; ++a)
#pragma unroll
      for (int b = 0; b < Columns; ++b) {
        if (mine.team > 32) __syncthreads();  // shared memory may still be read
        total[a][b] = combine_team<Pass, Threads>(Pass::collapse(all[a][b]), mine.team);
      }
    if (x.head.splits.value > 1 && !combine_splits(x, mine, total)) return;
    if (mine.lane == 0) finish(x, mine, total);
  }

 private:
  /// Of each operand its elements for a pair: those of its row unless they are others.
  template <int... I, class Parts>
  static __device__ __forceinline__ Parts paired(indices<I...>, const Parts& of_row,
                                                 const Parts& of_column, const Parts& of_all) {
    Parts pair = of_row;
    ((is_among<I, ByColumn> ? void(get<I>(pair) = get<I>(of_column)) : void()), ...);
    ((is_among<I, ByNone> ? void(get<I>(pair) = get<I>(of_all)) : void()), ...);
    return pair;
  }
  template <int... I>
  static __device__ __forceinline__ values with_pair(indices<I...>, values of_others,
                                                     const values& of_pair) {
    ((is_among<I, ByPair> ? void(get<I>(of_others) = get<I>(of_pair)) : void()), ...);
    return of_others;
  }

  static __device__ __forceinline__ block_of_pairs pairs_of_thread(const arguments& x) {
    const int thread = static_cast<int>(threadIdx.x);
    const int width = 1 << x.head.height;
    const int height = Threads >> (x.head.team + x.head.height);
    block_of_pairs mine;
    mine.team = 1 << x.head.team;
    mine.lane = thread & (mine.team - 1);
    mine.down = height;
    mine.across = width;
    mine.rows = x.head.axis[Kept - 2].value;
    mine.columns = x.head.axis[Kept - 1].value;
    const unsigned tiles = gridDim.x / static_cast<unsigned>(x.head.splits.value);
    mine.tile = static_cast<Index>(blockIdx.x % tiles);
    mine.split = static_cast<Index>(blockIdx.x / tiles);
    const Index row_tiles = (mine.rows + Rows * height - 1) / (Rows * height);
    const Index column_tiles = (mine.columns + Columns * width - 1) / (Columns * width);
    const Index row_tile = mine.tile / column_tiles;
    mine.i = row_tile % row_tiles * (Rows * height) + (thread >> (x.head.team + x.head.height));
    mine.j = mine.tile % column_tiles * (Columns * width) + (thread >> x.head.team & (width - 1));
    mine.at = {};
    mine.at.template set<0, Kept - 2>(x.head.axis, row_tile / row_tiles);
    return mine;
  }

  /// What is known of the pairs before their elements.
  static __device__ __forceinline__ void begin(const arguments& x, const block_of_pairs& mine,
                                               row (&rows)[Rows][Columns]) {
    point at = mine.at;
    values of_row[Rows];
    values of_column[Columns];
#pragma unroll
    for (int a = 0; a < Rows; ++a) {
      mine.go_to(at, a, 0);
      of_row[a].load(x, at, 1);
    }
#pragma unroll
    for (int b = 0; b < Columns; ++b) {
      mine.go_to(at, 0, b);
      of_column[b].load(x, at, 1);
    }
    values of_all;
    of_all.load(x, at, 1);
#pragma unroll
    for (int a = 0; a < Rows; ++a)
#pragma unroll
      for (int b = 0; b < Columns; ++b) {
        values of_pair;
        mine.go_to(at, a, b);
        of_pair.load(x, at, 1);
        const auto all = typename Work::row_value_numbers{};
        const values others = paired(all, of_row[a], of_column[b], of_all);
        Work::begin(x, with_pair(all, others, of_pair), rows[a][b]);
      }
  }

  static __device__ __forceinline__ void accumulate(const arguments& x, const block_of_pairs& mine,
                                                    thread_accumulator (&all)[Rows][Columns]) {
    row rows[Rows][Columns];
    begin(x, mine, rows);
#pragma unroll
    for (int a = 0; a < Rows; ++a)
#pragma unroll
      for (int b = 0; b < Columns; ++b) all[a][b] = Pass::start();
    const Index first = mine.split * x.head.split_steps;
    const Index end =
        first + x.head.split_steps < x.head.steps ? first + x.head.split_steps : x.head.steps;
#pragma unroll 1
    for (Index step = first + mine.lane; step < end; step += mine.team) {
      elements of_row[Rows];
      elements of_column[Columns];
      elements of_all;
      const int count = load(x, mine, step, of_row, of_column, of_all);
#pragma unroll
      for (int a = 0; a < Rows; ++a)
#pragma unroll
        for (int b = 0; b < Columns; ++b) {
          elements pair = paired(typename Work::element_numbers{}, of_row[a], of_column[b], of_all);
          take(x, rows[a][b], pair, count, all[a][b]);
        }
    }
  }

  /// Vector `step` of every row and column; returns how many of its elements exist. Of the rows no
  /// operand is read that depends on the column alone, nor the other way round: what is loaded and
  /// not used is not compiled.
  static __device__ __forceinline__ int load(const arguments& x, const block_of_pairs& mine,
                                             Index step, elements (&of_row)[Rows],
                                             elements (&of_column)[Columns], elements& of_all) {
    const Index run = Reduced > 0 ? x.head.run.quotient(step) : 0;
    const Index vector = Reduced > 0 ? x.head.run.remainder(step, run) : step;
    const Index left = x.head.columns - vector * Vector;
    const int count = Tail && left < Vector ? static_cast<int>(left) : Vector;
    point at = mine.at;
    at.template set<Kept, Reduced>(x.head.axis, run);
    at.set_last(vector * Vector);
#pragma unroll
    for (int a = 0; a < Rows; ++a) {
      mine.go_to(at, a, 0);
      of_row[a].load(x, at, count);
    }
#pragma unroll
    for (int b = 0; b < Columns; ++b) {
      mine.go_to(at, 0, b);
      of_column[b].load(x, at, count);
    }
    of_all.load(x, at, count);
    return count;
  }

  static __device__ __forceinline__ void take(const arguments& x, const row& values, elements& pair,
                                              int count, thread_accumulator& all) {
    if (!Tail || count == Vector) {
      Pass::template take<Vector>(x, values, along_vector<elements>{pair, 0}, all);
    } else {
#pragma unroll
      for (int k = 0; k < Vector; ++k)
        if (k < count) Pass::template take<1>(x, values, along_vector<elements>{pair, k}, all);
    }
  }

  /// Whether this block has the accumulators of its pairs over all splits now.
  static __device__ __forceinline__ bool combine_splits(const arguments& x,
                                                        const block_of_pairs& mine,
                                                        accumulator (&total)[Rows][Columns]) {
    constexpr int words = packed<accumulator>::count;
    constexpr int ahead = words > 8 ? 2 : words > 2 ? 4 : 8;  // all on their way at once
    const int teams = Threads >> x.head.team;
    const int pairs = teams * Rows * Columns;
    const int mine_first = static_cast<int>(threadIdx.x) >> x.head.team;
    const Index splits = static_cast<Index>(x.head.splits.value);
    const long long size =
        static_cast<long long>(pairs) * words;  // of the accumulators of one split
    unsigned* const partial =
        static_cast<unsigned*>(x.head.partial) + static_cast<long long>(mine.tile) * splits * size;
    if (mine.lane == 0) {
#pragma unroll
      for (int n = 0; n < Rows * Columns; ++n)
        put_accumulator(partial + mine.split * size + (n * teams + mine_first) * words, 1,
                        total[n / Columns][n % Columns]);
    }
    if (!is_last_to_arrive(x.head.arrivals + mine.tile, static_cast<unsigned>(splits)))
      return false;
#pragma unroll 1
    for (int pair = static_cast<int>(threadIdx.x); pair < pairs; pair += Threads) {
      unsigned* const from = partial + static_cast<long long>(pair) * words;
      accumulator sum = Pass::identity();
#pragma unroll 1
      for (Index split = 0; split < splits; split += ahead) {
        accumulator some[ahead];
#pragma unroll
        for (int k = 0; k < ahead; ++k)
          some[k] = split + k < splits ? get_partial<accumulator>(from + (split + k) * size)
                                       : Pass::identity();
#pragma unroll
        for (int k = 0; k < ahead; ++k) sum = Pass::combine(sum, some[k]);
      }
      put_accumulator(from, 1, sum);
    }
    __syncthreads();
    if (mine.lane == 0) {
#pragma unroll
      for (int n = 0; n < Rows * Columns; ++n)
        total[n / Columns][n % Columns] =
            get_partial<accumulator>(partial + (n * teams + mine_first) * words);
    }
    return true;
  }

  /// What rows are given before their elements is loaded again: until here it needs no registers if
  /// no element is computed with it.
  static __device__ __forceinline__ void finish(const arguments& x, const block_of_pairs& mine,
                                                const accumulator (&total)[Rows][Columns]) {
    row rows[Rows][Columns];
    begin(x, mine, rows);
    point at = mine.at;
#pragma unroll
    for (int a = 0; a < Rows; ++a)
#pragma unroll
      for (int b = 0; b < Columns; ++b) {
        if (!mine.exists(a, b)) continue;
        mine.go_to(at, a, b);
        Pass::finish(x, total[a][b], rows[a][b]);
        typename Work::template result_lanes<1> out;
        Work::write(x, rows[a][b], out, 0);
        out.store(x, at, 1);
      }
  }
};

}  // namespace gpu::kernels
