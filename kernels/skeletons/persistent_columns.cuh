// SPDX-License-Identifier: BSD-3-Clause
// Several passes over the elements of each row, where neighbours in memory belong to different
// rows, which are columns then: pass 0 reduces, later ones use what earlier ones found, the last
// may write elements: x -> (x - mean(x, axis 0)) / std(x, axis 0).
//
// Work      row_work<...>: what is computed, with which operands
// Index     int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Kept      kept axes beside the last, at least 1
// Reduced   reduced axes
// Vector    elements of a vector, which are of as many columns; divides the last axis
// ItemsPerThread  vectors that a thread keeps in registers, of which only the last may be missing
// WarpVectors  the vectors of a block that lie side by side, if warps combine first what they have:
//           fewer than 32; else 0. See column_exchange.cuh
// Ahead     blocks of a cluster that take groups of columns in turn, and copy the next ones to
//           shared memory while they work on some; they begin that together, as memory is faster
//           where neighbours are read at a time. 0: each block has one group. Inputs that differ
//           within a column are `unit` arrays of vectors of at least 4 bytes, or affine, if it is
//           not 0
// Threads   of a block
// Passes    row_pass<...>, in order
// launch    Threads in x; for each `1 << team` vectors side by side one block, of `1 << height`
//           threads for each of them; static shared memory. With Ahead any number of whole
//           clusters, and shared memory for what all threads keep. Registers as for 512 threads of
//           a multiprocessor
// alias     an output may be an input of the same iteration space: a block owns its columns, and a
//           thread writes only elements that no thread reads after that
//
// What only the elements that are written depend on is *late*, as in persistent_rows.cuh.
//
// A *step* is one index along the reduced axes. Thread (y, vector) holds steps y, y + height, ...
// of its vector from beginning to end, but for late ones: memory is read once. Accumulators of one
// column are combined in shared memory, after which all its threads have them.
//
// Example: (1000, 4096) floats, Vector 4: 1024 vectors. 64 threads hold 16 steps each, the last
// ones 15; 8 vectors, which are 128 bytes, are side by side in a block of 512 threads; 128 blocks.
#pragma once

#include <gpu/kernels/primitives/column_exchange.cuh>
#include <gpu/kernels/primitives/row_exchange.cuh>
#include <gpu/kernels/primitives/row_pass.cuh>
#include <gpu/kernels/primitives/row_work.cuh>

namespace gpu::kernels {

template <class Work, class Index, int Kept, int Reduced, int Vector, int ItemsPerThread,
          int WarpVectors, int Ahead, int Threads, class... Passes>
struct persistent_columns {
  using arguments = typename Work::arguments;
  using point = iteration_point<Kept + Reduced + 1, Index>;
  using row = typename Work::row;
  using elements = typename Work::template element_lanes<Vector>;

  /// What one thread works on.
  struct place_in_columns {
    row values[Vector];
    int vector;  ///< of the block's
    int y;
    bool has_last;  ///< of its vectors
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    if constexpr (Ahead > 0) {
      run_ahead(x);
    } else {
      place_in_columns mine = first_place(x);
      const Index number = vector_of(x, mine, static_cast<Index>(blockIdx.x));
      point at = columns_of(x, number);
      begin(x, mine, at);
      elements items[ItemsPerThread];
#pragma unroll
      for (int u = 0; u < ItemsPerThread; ++u)
        if (go_to(x, mine, at, u)) items[u].load(x, at, Vector);
      finish(x, mine, at, number < x.head.rows, items);
    }
  }

 private:
  static __device__ __forceinline__ place_in_columns first_place(const arguments& x) {
    const int thread = static_cast<int>(threadIdx.x);
    place_in_columns mine;
    mine.vector = thread & ((1 << x.head.team) - 1);
    mine.y = thread >> x.head.team;
    mine.has_last = step(x, mine.y, ItemsPerThread - 1) < x.head.steps;
    return mine;
  }

  /// The number of this thread's vector in a group of columns, which are those of a block; not less
  /// than `rows` if it has none there.
  static __device__ __forceinline__ Index vector_of(const arguments& x,
                                                    const place_in_columns& mine, Index group) {
    return (group << x.head.team) + mine.vector;
  }

  /// The columns of vector `number`, or the last ones if there is no such vector.
  static __device__ __forceinline__ point columns_of(const arguments& x, Index number) {
    const Index chosen = number < x.head.rows ? number : x.head.rows - 1;
    const Index outer = x.head.run.quotient(chosen);
    point at = {};
    at.template set<0, Kept>(x.head.axis, outer);
    at.set_last(x.head.run.remainder(chosen, outer) * Vector);
    return at;
  }

  static __device__ __forceinline__ void begin(const arguments& x, place_in_columns& mine,
                                               point at) {
    const Index column = at.at[Kept + Reduced];
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
      at.set_last(column + i);
      Work::begin(x, at, mine.values[i]);
    }
  }

  static __device__ __forceinline__ void finish(const arguments& x, place_in_columns& mine,
                                                point& at, bool exists,
                                                elements (&items)[ItemsPerThread]) {
    (reduce<Passes>(x, mine, items), ...);
    if (exists) write(x, mine, at, items);
  }

  static __device__ __forceinline__ void run_ahead(const arguments& x) {
    extern __shared__ uint4 memory[];
    const thread_pieces copies{reinterpret_cast<char*>(memory), Threads};
    place_in_columns mine = first_place(x);
    const Index groups = ((x.head.rows - 1) >> x.head.team) + 1;
    Index group = static_cast<Index>(blockIdx.x);
    if (group < groups) begin_copies(x, mine, group, copies);
#pragma unroll 1
    while (group - static_cast<Index>(blockIdx.x) % Ahead < groups) {
      const Index number = vector_of(x, mine, group);
      point at = columns_of(x, number);
      begin(x, mine, at);
      elements items[ItemsPerThread];
      await_copies();
#pragma unroll
      for (int u = 0; u < ItemsPerThread; ++u)
        if (go_to(x, mine, at, u)) items[u].take_copies(x, at, pieces_of(copies, u));
      __syncwarp();  // it has read, so what follows may be written there
      group += static_cast<Index>(gridDim.x);
      if constexpr (Ahead > 1) {
        join_cluster();
        meet_cluster();
      }
      if (group < groups) begin_copies(x, mine, group, copies);
      finish(x, mine, at, number < x.head.rows, items);
    }
  }

  static __device__ __forceinline__ void begin_copies(const arguments& x,
                                                      const place_in_columns& mine, Index group,
                                                      const thread_pieces& copies) {
    point at = columns_of(x, vector_of(x, mine, group));
#pragma unroll
    for (int u = 0; u < ItemsPerThread; ++u)
      if (go_to(x, mine, at, u)) elements::begin_copies(x, at, pieces_of(copies, u));
  }
  /// Those of vector `u` of the thread.
  static __device__ __forceinline__ thread_pieces pieces_of(const thread_pieces& copies, int u) {
    return copies.behind(u * elements::copied_bytes());
  }

  static __device__ __forceinline__ Index step(const arguments& x, int y, int u) {
    return y + (static_cast<Index>(u) << x.head.height);
  }

  /// Goes to a vector that the thread holds. Whether it exists.
  static __device__ __forceinline__ bool go_to(const arguments& x, const place_in_columns& mine,
                                               point& at, int u) {
    at.template set<Kept, Reduced>(x.head.axis, step(x, mine.y, u));
    return u + 1 < ItemsPerThread || mine.has_last;
  }

  /// Of element `at` of all vectors. The last one, which may be missing, comes alone, so that there
  /// is one text for the others.
  template <class Pass>
  static __device__ __forceinline__ typename Pass::accumulator reduce_items(
      const arguments& x, const place_in_columns& mine, elements* items, int at) {
    using chosen = across_vectors<elements, false>;
    constexpr int sure = ItemsPerThread - 1;
    const row& values = mine.values[at];
    typename Pass::thread_accumulator all = Pass::start();
    if constexpr (sure > 0) Pass::template take<sure>(x, values, chosen{items, at}, all);
    if (mine.has_last) Pass::template take<1>(x, values, chosen{items + sure, at}, all);
    return Pass::collapse(all);
  }

  template <class Pass, int Group>
  using exchange_of =
      typename gpu::detail::conditional<(WarpVectors > 0),
                                        warp_exchange<Pass, Threads, Group, WarpVectors>,
                                        thread_exchange<Pass, Threads, Group>>::type;

  /// Elements of a vector whose accumulators pass through shared memory together: those of 32 KiB,
  /// at least one.
  template <class Pass>
  GPU_HD static constexpr int group_of() {
    int group = Vector;
    while (group > 1 && group * exchange_of<Pass, 1>::words * 4 > 32768) group /= 2;
    return group;
  }

  GPU_HD static constexpr int shared_words() {
    int most = 0;
    const int each[] = {group_of<Passes>() * exchange_of<Passes, 1>::words...};
    for (const int one : each) most = one > most ? one : most;
    return most;
  }

  /// One for all passes.
  static __device__ __forceinline__ unsigned* shared() {
    __shared__ unsigned memory[shared_words()];
    return memory;
  }

  template <class Pass>
  static __device__ __forceinline__ void reduce(const arguments& x, place_in_columns& mine,
                                                elements (&items)[ItemsPerThread]) {
    constexpr int group = group_of<Pass>();
#pragma unroll
    for (int first = 0; first < Vector; first += group) {
      if constexpr (WarpVectors > 0)
        reduce_by_warps<Pass, group>(x, mine, items, first);
      else
        reduce_by_threads<Pass, group>(x, mine, items, first);
    }
  }

  template <class Pass, int Group>
  static __device__ __forceinline__ void reduce_by_threads(const arguments& x,
                                                           place_in_columns& mine,
                                                           elements (&items)[ItemsPerThread],
                                                           int first) {
    const exchange_of<Pass, Group> exchange{shared(), x.head.team, x.head.height, mine.vector,
                                            mine.y};
    typename Pass::accumulator accumulators[Group];
#pragma unroll
    for (int i = 0; i < Group; ++i) accumulators[i] = reduce_items<Pass>(x, mine, items, first + i);
    if (x.head.height > 0) {
      __syncthreads();  // the memory may still be read
#pragma unroll
      for (int i = 0; i < Group; ++i) exchange.put(i, accumulators[i]);
      exchange.combine();
#pragma unroll
      for (int i = 0; i < Group; ++i) accumulators[i] = exchange.total(i);
    }
#pragma unroll
    for (int i = 0; i < Group; ++i) Pass::finish(x, accumulators[i], mine.values[first + i]);
  }

  /// One column after the other, as there are few registers.
  template <class Pass, int Group>
  static __device__ __forceinline__ void reduce_by_warps(const arguments& x, place_in_columns& mine,
                                                         elements (&items)[ItemsPerThread],
                                                         int first) {
    const exchange_of<Pass, Group> exchange{shared(), mine.vector};
    __syncthreads();  // the memory may still be read
#pragma unroll
    for (int i = 0; i < Group; ++i) exchange.put(i, reduce_items<Pass>(x, mine, items, first + i));
    exchange.combine();
#pragma unroll
    for (int i = 0; i < Group; ++i) Pass::finish(x, exchange.total(i), mine.values[first + i]);
  }

  static __device__ __forceinline__ void write_elements(const arguments& x,
                                                        const place_in_columns& mine, point& at,
                                                        const elements (&items)[ItemsPerThread]) {
    constexpr int group = Work::template late_chunks<Vector>(ItemsPerThread);
#pragma unroll
    for (int begin = 0; begin < ItemsPerThread; begin += group) {
      typename Work::template late_lanes<Vector> late[group];
      if constexpr (Work::has_late) {
#pragma unroll
        for (int k = 0; k < group; ++k)
          if (const int u = begin + k; u < ItemsPerThread && go_to(x, mine, at, u))
            late[k].load(x, at, Vector);
      }
#pragma unroll
      for (int k = 0; k < group; ++k)
        if (const int u = begin + k; u < ItemsPerThread && go_to(x, mine, at, u)) {
          typename Work::template written_lanes<Vector> out;
#pragma unroll
          for (int i = 0; i < Vector; ++i)
            Work::write_element(x, mine.values[i], items[u], late[k], out, i);
          out.store(x, at, Vector);
        }
    }
  }

  static __device__ __forceinline__ void write(const arguments& x, const place_in_columns& mine,
                                               point& at, const elements (&items)[ItemsPerThread]) {
    if constexpr (Work::writes_elements) write_elements(x, mine, at, items);
    if (mine.y != 0) return;
    typename Work::template result_lanes<Vector> out;
#pragma unroll
    for (int i = 0; i < Vector; ++i) Work::write(x, mine.values[i], out, i);
    out.store(x, at, Vector);
  }
};

}  // namespace gpu::kernels
