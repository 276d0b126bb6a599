// SPDX-License-Identifier: BSD-3-Clause
// Several passes over the elements of each row: pass 0 reduces, later ones use what earlier ones
// found, the last may write elements: x -> exp(x - max) / sum(exp(x - max)).
//
// Work      row_work<...>: what is computed, with which operands
// Index     int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Kept      kept axes, at least 1
// Reduced   reduced axes beside the last
// Vector    elements of a vector
// ItemsPerThread  vectors that a thread keeps in registers: all of the row's, of which only the
//           last may be missing; 0: every pass reads again
// Cluster   blocks that work on a row together: 1, or 2, 4 or 8 whose teams are all of their
//           threads
// Unroll    vectors that a thread loads before it computes, if it keeps none
// Tail      whether the last axis may end within a vector
// Threads   of a block
// Passes    row_pass<...>, row_scan<...>: those that reduce and those that scan, in order. One
//           block keeps rows that are scanned
// launch    Threads in x, Threads / team rows: Cluster blocks; static shared memory. Few registers
//           (those of 1024 threads), so that while some blocks read, others write
// alias     an output may be an input of the same iteration space: a block, or a cluster, owns its
//           rows, and a thread writes only elements that no thread reads after that
//
// What only the elements that are written depend on, as the gain and the bias of a layer norm, is
// *late*: a thread reads its own such elements, and no others, shortly before it writes these.
//
// Runs and vectors are those of reduce_inner.cuh. A value that is computed in one pass and needed
// in later ones takes the place of what it is computed from, if nothing else needs that:
// exp(x - max) that of x. All others are computed anew.
#pragma once

#include <gpu/kernels/primitives/row_accumulator.cuh>
#include <gpu/kernels/primitives/row_exchange.cuh>
#include <gpu/kernels/primitives/row_pass.cuh>
#include <gpu/kernels/primitives/row_scan.cuh>
#include <gpu/kernels/primitives/row_work.cuh>

namespace gpu::kernels {

template <class Work, class Index, int Kept, int Reduced, int Vector, int ItemsPerThread,
          int Cluster, int Unroll, bool Tail, int Threads, class... Passes>
struct persistent_rows {
  using arguments = typename Work::arguments;
  using point = iteration_point<Kept + Reduced + 1, Index>;
  using row = typename Work::row;
  using elements = typename Work::template element_lanes<Vector>;
  using late_elements = typename Work::template late_lanes<Vector>;

  /// A row of a size that 4 divides.
  struct alignas(row) alignas(4) shared_row {
    row values;
  };

  /// What one thread works on.
  struct place_in_row {
    point at;
    row values;
    Index lane;  ///< the first of the thread's vectors
    Index step;  ///< from one of its vectors to the next
    int team;
    bool exists;
    bool has_met;  ///< the cluster
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    place_in_row mine = {};
    mine.team = 1 << x.head.team;
    mine.lane = static_cast<int>(threadIdx.x) & (mine.team - 1);
    mine.step = mine.team * Cluster;
    Index number = static_cast<Index>(blockIdx.x);
    if constexpr (Cluster > 1) {
      if (threadIdx.x == 0) (exchange_of<Passes>().open(), ...);
      join_cluster();
      mine.lane += number % Cluster * Threads;
      number /= Cluster;
    } else {
      number = number * (Threads >> x.head.team) + (static_cast<int>(threadIdx.x) >> x.head.team);
    }
    mine.exists = number < x.head.rows;
    mine.at.template set<0, Kept>(x.head.axis, mine.exists ? number : x.head.rows - 1);
    Work::begin(x, mine.at, mine.values);
    if constexpr (ItemsPerThread > 0)
      run_persistent(x, mine);
    else
      (reduce_again<Passes>(x, mine), ...);
    if (!mine.exists) return;
    if constexpr (ItemsPerThread == 0 && Work::writes_elements) write_again(x, mine);
    if (mine.lane == 0) {
      typename Work::template result_lanes<1> out;
      Work::write(x, mine.values, out, 0);
      mine.at = {};
      mine.at.template set<0, Kept>(x.head.axis, number);
      out.store(x, mine.at, 1);
    }
  }

 private:
  template <class Pass>
  static __device__ __forceinline__ auto& exchange_of() {
    __shared__ accumulator_exchange<Pass, Threads, Cluster> exchange;
    return exchange;
  }

  /// Goes to a vector of the row; returns how many elements it has.
  /// @param exists  it is known to, with all its elements
  static __device__ __forceinline__ int go_to(const arguments& x, point& at, Index step,
                                              bool exists = false) {
    if (!exists && step >= x.head.steps) return 0;
    const Index run = Reduced > 0 ? x.head.run.quotient(step) : 0;
    const Index vector = Reduced > 0 ? x.head.run.remainder(step, run) : step;
    at.template set<Kept, Reduced>(x.head.axis, run);
    at.set_last(vector * Vector);
    const Index left = x.head.columns - vector * Vector;
    return Tail && !exists && left < Vector ? static_cast<int>(left) : Vector;
  }

  static __device__ __forceinline__ void run_persistent(const arguments& x, place_in_row& mine) {
    elements items[ItemsPerThread];
    int count[ItemsPerThread];
#pragma unroll
    for (int u = 0; u < ItemsPerThread; ++u) {
      count[u] = go_to(x, mine.at, mine.lane + u * mine.step, u + 1 < ItemsPerThread);
      if (count[u] > 0) items[u].load(x, mine.at, count[u]);
    }
    (run_pass<Passes>(x, mine, items, count), ...);
    if constexpr (Work::writes_elements)
      write_chunks<ItemsPerThread>(x, mine, mine.lane, items, count);
  }

  template <class Pass>
  static __device__ __forceinline__ void run_pass(const arguments& x, place_in_row& mine,
                                                  elements* items, const int* count) {
    if constexpr (Pass::is_scan) {
      static_assert(Cluster == 1);
      Pass::template run<Tail, Vector, ItemsPerThread, Threads>(x, mine.values, items, count,
                                                                mine.team);
    } else {
      finish<Pass>(
          x, mine,
          reduce_vectors<Pass, Tail, Vector, 0, ItemsPerThread>(x, mine.values, items, count));
    }
  }

  /// Of the accumulators of all threads that work on the row.
  template <class Pass>
  static __device__ __forceinline__ void finish(const arguments& x, place_in_row& mine,
                                                const typename Pass::accumulator& accumulator) {
    if constexpr (Cluster == 1) {
      Pass::finish(x, combine_team<Pass, Threads>(accumulator, mine.team), mine.values);
    } else {
      // By one warp: of accumulators of many words that takes long.
      __shared__ unsigned published[packed<shared_row>::count];
      auto& exchange = exchange_of<Pass>();
      if (!mine.has_met) {
        meet_cluster();
        if (threadIdx.x == 0) (exchange_of<Passes>().expect(), ...);
      }
      mine.has_met = true;
      exchange.send(combine_lanes<Pass>(accumulator, 32));
      if (threadIdx.x < 32) {
        Pass::finish(x, exchange.receive(), mine.values);
        if (threadIdx.x == 0) put_accumulator(published, 1, shared_row{mine.values});
      }
      __syncthreads();
      mine.values = get_accumulator<shared_row>(published, 1).values;
    }
  }

  /// Writes what follows from `Count` vectors, of which the first is `first`; those whose count is
  /// 0 do not exist.
  template <int Count>
  static __device__ __forceinline__ void write_chunks(const arguments& x, place_in_row& mine,
                                                      Index first, const elements (&items)[Count],
                                                      const int (&count)[Count]) {
    constexpr int group = Work::template late_chunks<Vector>(Count);
#pragma unroll
    for (int begin = 0; begin < Count; begin += group) {
      late_elements late[group];
      if constexpr (Work::has_late) {
#pragma unroll
        for (int k = 0; k < group; ++k)
          if (const int u = begin + k; u < Count && mine.exists && count[u] > 0) {
            go_to(x, mine.at, first + u * mine.step, u + 1 < ItemsPerThread);
            late[k].load(x, mine.at, count[u]);
          }
      }
#pragma unroll
      for (int k = 0; k < group; ++k)
        if (const int u = begin + k; u < Count && mine.exists && count[u] > 0) {
          go_to(x, mine.at, first + u * mine.step, u + 1 < ItemsPerThread);
          write_vector(x, mine, items[u], late[k], count[u]);
        }
    }
  }

  static __device__ __forceinline__ void write_vector(const arguments& x, place_in_row& mine,
                                                      const elements& items,
                                                      const late_elements& late, int count) {
    typename Work::template written_lanes<Vector> out;
#pragma unroll
    for (int i = 0; i < Vector; ++i)
      if (!Tail || i < count) Work::write_element(x, mine.values, items, late, out, i);
    out.store(x, mine.at, count);
  }

  template <class Pass>
  static __device__ __forceinline__ void reduce_again(const arguments& x, place_in_row& mine) {
    typename Pass::accumulator total = Pass::identity();
#pragma unroll 1
    for (Index step = mine.lane; step < x.head.steps; step += mine.step * Unroll) {
      elements items[Unroll];
      int count[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        count[u] = go_to(x, mine.at, step + u * mine.step);
        if (count[u] > 0) items[u].load(x, mine.at, count[u]);
      }
      total = Pass::combine(
          total, reduce_vectors<Pass, Tail, Vector, 0, Unroll>(x, mine.values, items, count));
    }
    finish<Pass>(x, mine, total);
  }

  static __device__ __forceinline__ void write_again(const arguments& x, place_in_row& mine) {
#pragma unroll 1
    for (Index step = mine.lane; step < x.head.steps; step += mine.step * Unroll) {
      elements items[Unroll];
      int count[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        count[u] = go_to(x, mine.at, step + u * mine.step);
        if (count[u] > 0) items[u].load(x, mine.at, count[u]);
      }
      write_chunks<Unroll>(x, mine, step, items, count);
    }
  }
};

}  // namespace gpu::kernels
