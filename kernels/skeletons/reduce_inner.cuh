// SPDX-License-Identifier: BSD-3-Clause
// out[k] = finish(combine over r of lift(in[k, r]...)) where the last axis is among the reduced.
//
// Work      row_work<...>: what is computed, with which operands
// Index     int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Kept      kept axes, at least 1
// Reduced   reduced axes beside the last
// Vector    elements of a vector
// Rows      of a thread at once: more than 1 for rows that take one step of a team
// Unroll    vectors of a row that a thread loads before it computes
// Tail      whether the last axis may end within a vector
// Threads   of a block
// Pass      row_pass<...>: what is reduced
// launch    Threads in x; for each split of a row, Threads / team * Rows rows: one block; static
//           shared memory; `arrivals` is 0 for each row if rows have several splits
// alias     outputs are no inputs
//
// A *run* is the elements along the last axis. Every run begins a new vector, so that which
// elements make a vector, which vectors a thread, and in which order all of them are combined,
// depends on extents alone. Rows of several *splits* leave the accumulator of each in memory; the
// block that ends last combines them.
//
// Example: 2 rows of 10 floats, Vector 4: 3 vectors a row, the last of 2 elements; teams of 4
// lanes, of which lane 3 has the identity.
#pragma once

#include <gpu/kernels/primitives/row_accumulator.cuh>
#include <gpu/kernels/primitives/row_pass.cuh>
#include <gpu/kernels/primitives/row_work.cuh>

namespace gpu::kernels {

template <class Work, class Index, int Kept, int Reduced, int Vector, int Rows, int Unroll,
          bool Tail, int Threads, class Pass>
struct reduce_inner {
  using arguments = typename Work::arguments;
  using point = iteration_point<Kept + Reduced + 1, Index>;
  using pass = Pass;
  using accumulator = typename pass::accumulator;
  using thread_accumulator = typename pass::thread_accumulator;
  using row = typename Work::row;
  using elements = typename Work::template element_lanes<Vector>;

  static __device__ __forceinline__ void run(const arguments& x) {
    const int team = 1 << x.head.team;
    const Index block = static_cast<Index>(blockIdx.x);
    const Index group = x.head.splits.quotient(block);
    const Index split = x.head.splits.remainder(block, group);
    const Index teams = Threads >> x.head.team;
    const Index first = group * teams * Rows + (static_cast<int>(threadIdx.x) >> x.head.team);
    point at[Rows];
    row rows[Rows];
    thread_accumulator all[Rows];
#pragma unroll
    for (int k = 0; k < Rows; ++k) {
      at[k] = {};
      at[k].template set<0, Kept>(x.head.axis, existing(x, first + k * teams));
      Work::begin(x, at[k], rows[k]);
      all[k] = pass::start();
    }
    accumulate(x, split, team, at, rows, all);
    accumulator accumulators[Rows];
#pragma unroll
    for (int k = 0; k < Rows; ++k)
      accumulators[k] = combine_team<pass, Threads>(pass::collapse(all[k]), team);
    if constexpr (Rows == 1)
      if (x.head.splits.value > 1 && !combine_splits(x, group, split, accumulators[0])) return;
    if ((static_cast<int>(threadIdx.x) & (team - 1)) != 0) return;
#pragma unroll
    for (int k = 0; k < Rows; ++k)
      if (first + k * teams < x.head.rows) finish(x, at[k], rows[k], accumulators[k]);
  }

 private:
  /// Threads beyond the last row read that.
  static __device__ __forceinline__ Index existing(const arguments& x, Index row) {
    return row < x.head.rows ? row : x.head.rows - 1;
  }

  /// Vector `step` of a row; returns how many of its elements exist.
  static __device__ __forceinline__ int load(const arguments& x, Index step, point& at,
                                             elements& held) {
    const Index run = Reduced > 0 ? x.head.run.quotient(step) : 0;
    const Index vector = Reduced > 0 ? x.head.run.remainder(step, run) : step;
    const Index left = x.head.columns - vector * Vector;
    const int count = Tail && left < Vector ? static_cast<int>(left) : Vector;
    at.template set<Kept, Reduced>(x.head.axis, run);
    at.set_last(vector * Vector);
    held.load(x, at, count);
    return count;
  }

  static __device__ __forceinline__ void accumulate(const arguments& x, Index split, int team,
                                                    point (&at)[Rows], const row (&rows)[Rows],
                                                    thread_accumulator (&all)[Rows]) {
    const Index begin = split * x.head.split_steps;
    const Index end =
        begin + x.head.split_steps < x.head.steps ? begin + x.head.split_steps : x.head.steps;
    const Index lane = static_cast<int>(threadIdx.x) & (team - 1);
#pragma unroll 1
    for (Index step = begin + lane; step < end; step += team * Unroll) {
      elements held[Rows][Unroll];
      bool whole = step + (Unroll - 1) * team < end;
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        if (step + u * team >= end) continue;
#pragma unroll
        for (int k = 0; k < Rows; ++k)
          whole = load(x, step + u * team, at[k], held[k][u]) == Vector && whole;
      }
      if (whole) {
#pragma unroll
        for (int k = 0; k < Rows; ++k)
          pass::template take<Vector * Unroll>(x, rows[k], whole_vectors<elements, Vector>{held[k]},
                                               all[k]);
      } else if constexpr (Tail) {
        take_cut(x, step, end, team, at, rows, all);
      } else {
#pragma unroll
        for (int u = 0; u + 1 < Unroll; ++u)
          if (step + u * team < end)
            pass::template take<Vector>(x, rows[0], along_vector<elements>{held[0][u], 0}, all[0]);
      }
      if constexpr (Rows > 1) return;
    }
  }

  /// Vectors that may be cut, which are few if rows are long: loaded again, one after the other, so
  /// that there is little to compile.
  static __device__ __forceinline__ void take_cut(const arguments& x, Index step, Index end,
                                                  int team, point (&at)[Rows],
                                                  const row (&rows)[Rows],
                                                  thread_accumulator (&all)[Rows]) {
#pragma unroll 1
    for (int u = 0; u < Unroll && step + u * team < end; ++u) {
#pragma unroll
      for (int k = 0; k < Rows; ++k) {
        elements one;
        const int count = load(x, step + u * team, at[k], one);
        if (Unroll > 1 && count == Vector) {
          pass::template take<Vector>(x, rows[k], along_vector<elements>{one, 0}, all[k]);
        } else {
#pragma unroll
          for (int i = 0; i < Vector; ++i)
            if (i < count)
              pass::template take<1>(x, rows[k], along_vector<elements>{one, i}, all[k]);
        }
      }
    }
  }

  /// Whether this block has the accumulator of the whole row now.
  static __device__ __forceinline__ bool combine_splits(const arguments& x, Index row, Index split,
                                                        accumulator& total) {
    constexpr int words = packed<accumulator>::count;
    const Index splits = static_cast<Index>(x.head.splits.value);
    unsigned* partial =
        static_cast<unsigned*>(x.head.partial) + static_cast<long long>(row) * splits * words;
    if (threadIdx.x == 0) put_accumulator(partial + split * words, 1, total);
    if (!is_last_to_arrive(x.head.arrivals + row, static_cast<unsigned>(splits))) return false;
    total = pass::identity();
#pragma unroll 4
    for (Index i = static_cast<int>(threadIdx.x); i < splits; i += Threads)
      total = pass::combine(total, get_partial<accumulator>(partial + i * words));
    total = combine_team<pass, Threads>(total, Threads);
    return true;
  }

  static __device__ __forceinline__ void finish(const arguments& x, const point& at, row& values,
                                                const accumulator& total) {
    pass::finish(x, total, values);
    typename Work::template result_lanes<1> out;
    Work::write(x, values, out, 0);
    out.store(x, at, 1);
  }
};

}  // namespace gpu::kernels
