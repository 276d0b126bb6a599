// SPDX-License-Identifier: BSD-3-Clause
// The scans of a kernel that are finished together, by one pass over the rows that teams keep:
// element i of a row becomes finish(e[0] + ... + e[i]), where + is combine and e[i] = lift(input).
//
// Work     row_work<...>
// Number   of the pass, from 0
// Inputs   inputs<T...>: the types of what the body computes for an element, each value once
// Scanner  row_scanner<reducer<...>, Input, Kept>: a reducer, the number of the input that it
//          takes, and that of the kept value that the results are
//
// A thread has vectors lane, lane + team, lane + 2 * team, ... of its row: those of all lanes come
// before the next ones of any. Elements are combined in a vector, vectors in a warp, warps in a
// block, and the vectors that a team has at once with those before them: in an order that nothing
// but the number of elements decides, and never with an identity. Elements behind the end of a row,
// which do not exist, come after all others: nothing that is written depends on their accumulators.
// Example: Vector 4, two vectors of each of 64 threads: lane 40 has elements 160 to 163 and 416 to
// 419. Before the latter come all 256 elements of the first vectors, those of the second vectors of
// warp 0, then those of lanes 32 to 39.
#pragma once

#include <gpu/kernels/primitives/row_accumulator.cuh>
#include <gpu/kernels/primitives/row_pass.cuh>

namespace gpu::kernels {

template <class Reducer, int Input, int Kept>
struct row_scanner : Reducer {
  static constexpr int input = Input;
  static constexpr int kept = Kept;
};

/// How a team combines the accumulators of its vectors, Count of each thread.
template <class Scanner, int Count, int Threads>
struct team_scan {
  using accumulator = typename Scanner::accumulator;

  int lane;     ///< of the lanes that have vectors of the row in this warp
  int lanes;    ///< how many those are
  int member;   ///< of the warps that have the row
  int members;  ///< how many those are

  __device__ __forceinline__ explicit team_scan(int team)
      : lanes(team < 32 ? team : 32), members(team < 32 ? 1 : team / 32) {
    lane = static_cast<int>(threadIdx.x) & (lanes - 1);
    member = static_cast<int>(threadIdx.x) / 32 & (members - 1);
  }

  /// Puts what precedes it in the row before each vector. Every thread of the block comes here.
  /// @param sums    of all elements of each vector
  /// @param before  receives; nothing for the first vector of the row
  __device__ __forceinline__ void run(accumulator (&sums)[Count],
                                      accumulator (&before)[Count]) const {
    scan_lanes(sums, lane, lanes);
#pragma unroll
    for (int u = 0; u < Count; ++u) before[u] = of_lane_before(sums[u], 1);
    const int first = static_cast<int>(threadIdx.x) % 32 & -lanes;
    if (members == 1) {
      accumulator all;
#pragma unroll
      for (int u = 0; u < Count; ++u) {
        const accumulator sum = of_lane(sums[u], first + lanes - 1);
        if (u > 0) before[u] = lane > 0 ? Scanner::combine(all, before[u]) : all;
        all = u > 0 ? Scanner::combine(all, sum) : sum;
      }
    } else {
      combine_warps(sums, before);
    }
  }

 private:
  /// Of `lanes` neighbouring lanes each gets the sum of those up to it.
  static __device__ __forceinline__ void scan_lanes(accumulator (&sums)[Count], int lane,
                                                    int lanes) {
#pragma unroll 1
    for (int step = 1; step < lanes; step *= 2) {
#pragma unroll
      for (int u = 0; u < Count; ++u) {
        const accumulator other = of_lane_before(sums[u], step);
        if (lane >= step) sums[u] = Scanner::combine(other, sums[u]);
      }
    }
  }

  __device__ __forceinline__ void combine_warps(accumulator (&sums)[Count],
                                                accumulator (&before)[Count]) const {
    constexpr int warps = Threads / 32;
    __shared__ unsigned memory[Count * warps * packed<accumulator>::count];
    const int warp = static_cast<int>(threadIdx.x) / 32;
    if (lane == 31) {
#pragma unroll
      for (int u = 0; u < Count; ++u)
        put_accumulator(memory + u * warps + warp, Count * warps, sums[u]);
    }
    __syncthreads();
    // Lanes have the warps of the row, again and again.
    const int turn = lane & (members - 1);
#pragma unroll
    for (int u = 0; u < Count; ++u)
      sums[u] =
          get_accumulator<accumulator>(memory + u * warps + (warp - member) + turn, Count * warps);
    scan_lanes(sums, turn, members);
    accumulator all;
#pragma unroll
    for (int u = 0; u < Count; ++u) {
      accumulator prefix = of_lane(sums[u], member > 0 ? member - 1 : 0);
      const accumulator sum = of_lane(sums[u], members - 1);
      if (u > 0) prefix = member > 0 ? Scanner::combine(all, prefix) : all;
      if (u > 0 || member > 0) before[u] = lane > 0 ? Scanner::combine(prefix, before[u]) : prefix;
      all = u > 0 ? Scanner::combine(all, sum) : sum;
    }
  }
};

/// With numbers: of the parts of an element that the body is given, and of inputs.
template <class Work, int Number, class Elements, class InputOrder, class Inputs, class... Scanner>
struct numbered_row_scan;
template <class Work, int Number, int... Element, int... K, class... Input, class... Scanner>
struct numbered_row_scan<Work, Number, indices<Element...>, indices<K...>, inputs<Input...>,
                         Scanner...> {
  using arguments = typename Work::arguments;
  using row = typename Work::row;
  static constexpr bool is_scan = true;

  /// Puts the results into the kept values of `Count` vectors of a thread.
  /// @param items  the vectors
  /// @param count  how many elements each of them has: all but in the last that exists
  template <bool Tail, int Vector, int Count, int Threads, class Items>
  static __device__ __forceinline__ void run(const arguments& x, const row& r, Items* items,
                                             const int* count, int team) {
    element_inputs in[Count][Vector] = {};
#pragma unroll
    for (int u = 0; u < Count; ++u) {
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        if (count[u] > 0 && (!Tail || i < count[u]))
          x.body.element(pass_number<Number>{}, r,
                         static_cast<indexed<K, Input>&>(in[u][i]).value...,
                         get<Element>(items[u]).get(i)...);
    }
    (scan<Scanner, Vector, Count, Threads>(in, items, team), ...);
  }

 private:
  /// What the body has computed for an element.
  struct element_inputs : indexed<K, Input>... {};

  template <class Scan, int Vector, int Count, int Threads, class Items>
  static __device__ __forceinline__ void scan(const element_inputs (&in)[Count][Vector],
                                              Items* items, int team) {
    using accumulator = typename Scan::accumulator;
    const team_scan<Scan, Count, Threads> threads(team);
    accumulator own[Count][Vector];
    accumulator sums[Count];
    accumulator before[Count];
#pragma unroll
    for (int u = 0; u < Count; ++u) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) {
        own[u][i] = Scan::lift(get<Scan::input>(in[u][i]));
        if (i > 0) own[u][i] = Scan::combine(own[u][i - 1], own[u][i]);
      }
      sums[u] = own[u][Vector - 1];
    }
    threads.run(sums, before);
#pragma unroll
    for (int u = 0; u < Count; ++u) {
      const bool is_first = u == 0 && threads.lane == 0 && threads.member == 0;
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        get<Scan::kept>(items[u]).get(i) =
            Scan::finish(is_first ? own[u][i] : Scan::combine(before[u], own[u][i]));
    }
  }
};

template <class Work, int Number, class Inputs, class... Scanner>
using row_scan = numbered_row_scan<Work, Number, typename Work::element_numbers,
                                   typename counted<Inputs::count>::type, Inputs, Scanner...>;

}  // namespace gpu::kernels
