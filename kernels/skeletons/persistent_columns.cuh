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
// Threads   of a block
// Passes    row_pass<...>: those that reduce, in order
// launch    Threads in x; for each `1 << team` vectors side by side one block, of `1 << height`
//           threads for each of them; static shared memory. Registers as for
//           512 threads of a multiprocessor
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

#include <gpu/kernels/primitives/row_accumulator.cuh>
#include <gpu/kernels/primitives/row_pass.cuh>
#include <gpu/kernels/primitives/row_work.cuh>

namespace gpu::kernels {

template <class Work, class Index, int Kept, int Reduced, int Vector, int ItemsPerThread,
          int Threads, class... Passes>
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
    const int thread = static_cast<int>(threadIdx.x);
    const int across = 1 << x.head.team;
    place_in_columns mine;
    mine.vector = thread & (across - 1);
    mine.y = thread >> x.head.team;
    mine.has_last = step(x, mine.y, ItemsPerThread - 1) < x.head.steps;
    const Index number = static_cast<Index>(blockIdx.x) * across + mine.vector;
    const bool exists = number < x.head.rows;
    const Index chosen = exists ? number : x.head.rows - 1;
    const Index outer = x.head.run.quotient(chosen);
    const Index column = x.head.run.remainder(chosen, outer) * Vector;
    point at = {};
    at.template set<0, Kept>(x.head.axis, outer);
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
      at.set_last(column + i);
      Work::begin(x, at, mine.values[i]);
    }
    at.set_last(column);
    elements items[ItemsPerThread];
#pragma unroll
    for (int u = 0; u < ItemsPerThread; ++u)
      if (go_to(x, mine, at, u)) items[u].load(x, at, Vector);
    (reduce<Passes>(x, mine, items), ...);
    if (exists) write(x, mine, at, items);
  }

 private:
  static __device__ __forceinline__ Index step(const arguments& x, int y, int u) {
    return y + (static_cast<Index>(u) << x.head.height);
  }

  /// Goes to a vector that the thread holds. Whether it exists.
  static __device__ __forceinline__ bool go_to(const arguments& x, const place_in_columns& mine,
                                               point& at, int u) {
    at.template set<Kept, Reduced>(x.head.axis, step(x, mine.y, u));
    return u + 1 < ItemsPerThread || mine.has_last;
  }

  /// Of element `at` of vectors [First, First + Count), as a balanced tree.
  template <class Pass, int First, int Count>
  static __device__ __forceinline__ typename Pass::accumulator reduce_items(const arguments& x,
                                                                            const row& values,
                                                                            elements* items, int at,
                                                                            bool has_last) {
    using chosen = across_vectors<elements, false>;
    const bool exists = First + Count < ItemsPerThread || has_last;
    if constexpr (Count == 1) {
      if (!exists) return Pass::identity();
      return Pass::template lift<1>(x, values, chosen{items + First, at});
    } else {
      if constexpr (Count <= Pass::gathers && (Count & (Count - 1)) == 0)
        if (exists) return Pass::template lift<Count>(x, values, chosen{items + First, at});
      constexpr int half = Count / 2;
      return Pass::combine(
          reduce_items<Pass, First, half>(x, values, items, at, has_last),
          reduce_items<Pass, First + half, Count - half>(x, values, items, at, has_last));
    }
  }

  template <class Pass>
  static constexpr int words = packed<typename Pass::accumulator>::count;

  /// Elements of a vector whose accumulators pass through shared memory together: those of 32 KiB,
  /// at least one.
  template <class Pass>
  GPU_HD static constexpr int group_of() {
    int group = Vector;
    while (group > 1 && group * Threads * words<Pass> * 4 > 32768) group /= 2;
    return group;
  }

  GPU_HD static constexpr int largest(int a, int b) {
    return a > b ? a : b;
  }
  template <class First, class... Others>
  GPU_HD static constexpr int shared_words() {
    constexpr int mine = group_of<First>() * Threads * words<First>;
    if constexpr (sizeof...(Others) == 0)
      return mine;
    else
      return largest(mine, shared_words<Others...>());
  }

  /// One for all passes.
  static __device__ __forceinline__ unsigned* shared() {
    __shared__ unsigned memory[shared_words<Passes...>()];
    return memory;
  }

  template <class Pass>
  static __device__ __forceinline__ void reduce(const arguments& x, place_in_columns& mine,
                                                elements (&items)[ItemsPerThread]) {
    constexpr int group = group_of<Pass>();
#pragma unroll
    for (int first = 0; first < Vector; first += group) {
      typename Pass::accumulator accumulators[group];
#pragma unroll
      for (int i = 0; i < group; ++i)
        accumulators[i] = reduce_items<Pass, 0, ItemsPerThread>(x, mine.values[first + i], items,
                                                                first + i, mine.has_last);
      if (x.head.height > 0) combine_threads<Pass, group>(x, mine, accumulators);
#pragma unroll
      for (int i = 0; i < group; ++i) Pass::finish(x, accumulators[i], mine.values[first + i]);
    }
  }

  /// Combines the accumulators of columns: all threads of a column get the same bits.
  template <class Pass, int Group>
  static __device__ __forceinline__ void combine_threads(
      const arguments& x, const place_in_columns& mine,
      typename Pass::accumulator (&accumulators)[Group]) {
    using accumulator = typename Pass::accumulator;
    constexpr int slots = Group * Threads;
    unsigned* const memory = shared();
    const int across = 1 << x.head.team;
    const int width = Group * across;
    __syncthreads();  // the memory may still be read
#pragma unroll
    for (int i = 0; i < Group; ++i)
      put_accumulator(memory + mine.y * width + i * across + mine.vector, slots, accumulators[i]);
#pragma unroll 1
    for (int rows = 1 << x.head.height; rows > 1; rows = rows > 4 ? rows / 4 : 1) {
      const int size = (rows > 4 ? rows / 4 : 1) * width;
      __syncthreads();
#pragma unroll 1
      for (int i = static_cast<int>(threadIdx.x); i < size; i += Threads) {
        accumulator total = get_accumulator<accumulator>(memory + i, slots);
#pragma unroll 1
        for (int other = i + size; other < rows * width; other += size)
          total = Pass::combine(total, get_accumulator<accumulator>(memory + other, slots));
        put_accumulator(memory + i, slots, total);
      }
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Group; ++i)
      accumulators[i] = get_accumulator<accumulator>(memory + i * across + mine.vector, slots);
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
