// SPDX-License-Identifier: BSD-3-Clause
// out[k] = finish(combine over r of lift(in[k, r]...)) where the last axis is among the kept.
//
// Work      row_work<...>: what is computed, with which operands
// Index     int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Kept      kept axes beside the last, at least 1
// Reduced   reduced axes
// Vector    elements of a vector, which are of as many rows
// Unroll    steps of which a thread loads all vectors before it computes
// Tail      whether the last axis may end within a vector
// Threads   of a block
// Pass      row_pass<...>: what is reduced
// launch    Threads in x; for each split, a block of each Threads / (team * height) teams; static
//           shared memory; `arrivals` is 0 for each such tile if there are several splits
// alias     outputs are no inputs
//
// A *step* is one index along the reduced axes. A thread owns one vector and takes every
// height-th step of its split; the block has `team` neighbouring vectors, times `height` steps,
// times as often as that fits. Accumulators of one vector are combined through shared memory; those
// of several *splits* by the block of a tile that ends last. Threads beyond the last team, and
// those of a vector that does not exist, have no steps.
//
// Example: (1000, 12) floats, Vector 4, 256 threads: 3 vectors; team 3, height 85: thread 130 has
// vector 1 and steps 43, 128, ...; thread 255 has nothing.
#pragma once

#include <gpu/kernels/primitives/row_accumulator.cuh>
#include <gpu/kernels/primitives/row_pass.cuh>
#include <gpu/kernels/primitives/row_work.cuh>

namespace gpu::kernels {

template <class Work, class Index, int Kept, int Reduced, int Vector, int Unroll, bool Tail,
          int Threads, class Pass>
struct reduce_outer {
  using arguments = typename Work::arguments;
  using point = iteration_point<Kept + Reduced + 1, Index>;
  using pass = Pass;
  using accumulator = typename pass::accumulator;
  using thread_accumulator = typename pass::thread_accumulator;
  using row = typename Work::row;
  using elements = typename Work::template element_lanes<Vector>;
  static constexpr int words = packed<accumulator>::count;

  static __device__ __forceinline__ void run(const arguments& x) {
    const int thread = static_cast<int>(threadIdx.x);
    const int row_of_teams = thread / x.head.team;
    const int y = row_of_teams % x.head.height;
    // Which vector of the tile: those of one team, then of the next team with the same step.
    const int mine = row_of_teams / x.head.height * x.head.team + thread % x.head.team;
    const int across = vectors_of_tile(x);
    // Neighbouring blocks have neighbouring tiles: rows of memory are read as a whole.
    Index tile = static_cast<Index>(blockIdx.x);
    Index split = 0;
    if (x.head.splits.value > 1) {
      const unsigned tiles = gridDim.x / static_cast<unsigned>(x.head.splits.value);
      tile = static_cast<Index>(blockIdx.x % tiles);
      split = static_cast<Index>(blockIdx.x / tiles);
    }
    const Index vector = tile * across + mine;
    const bool exists = mine < across && vector < x.head.rows;
    const Index chosen = exists ? vector : x.head.rows - 1;
    const Index outer = x.head.run.quotient(chosen);
    const Index column = x.head.run.remainder(chosen, outer) * Vector;
    const Index left = x.head.columns - column;
    const int count = Tail && left < Vector ? static_cast<int>(left) : Vector;
    point at = {};
    at.template set<0, Kept>(x.head.axis, outer);
    row rows[Vector];
    thread_accumulator all[Vector];
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
      at.set_last(column + (i < count ? i : 0));
      Work::begin(x, at, rows[i]);
      all[i] = pass::start();
    }
    at.set_last(column);
    accumulate(x, split, exists ? y : x.head.split_steps, count, at, rows, all);
    accumulator accumulators[Vector];
#pragma unroll
    for (int i = 0; i < Vector; ++i) accumulators[i] = pass::collapse(all[i]);
    if (x.head.height > 1 || x.head.splits.value > 1)
      if (!combine_block(x, tile, split, mine, y, accumulators)) return;
    if (y == 0 && exists) finish(x, count, at, rows, accumulators);
  }

 private:
  static __device__ __forceinline__ int vectors_of_tile(const arguments& x) {
    return Threads / (x.head.team * x.head.height) * x.head.team;
  }

  /// Narrow vectors are loaded while the ones before are combined: they take few registers.
  static constexpr bool is_ahead = Unroll * sizeof(elements) <= 64;

  /// Bytes are transposed so that those of four steps share a word, if that is how they are lifted.
  static constexpr bool is_transposed =
      sizeof(elements) == Vector && Vector % 4 == 0 && Unroll % 4 == 0 && pass::gathers >= 4;

  static __device__ __forceinline__ void transpose(elements (&held)[Unroll]) {
    using words = vector_of<unsigned, Vector / 4>;
#pragma unroll
    for (int first = 0; first < Unroll; first += 4) {
      words of[4];
#pragma unroll
      for (int u = 0; u < 4; ++u) of[u] = __builtin_bit_cast(words, held[first + u]);
#pragma unroll
      for (int k = 0; k < Vector / 4; ++k) {
        unsigned square[] = {of[0].at[k], of[1].at[k], of[2].at[k], of[3].at[k]};
        transpose_bytes(square);
#pragma unroll
        for (int u = 0; u < 4; ++u) of[u].at[k] = square[u];
      }
#pragma unroll
      for (int u = 0; u < 4; ++u) held[first + u] = __builtin_bit_cast(elements, of[u]);
    }
  }

  static __device__ __forceinline__ void load(const arguments& x, Index step, int count, point& at,
                                              elements& held) {
    at.template set<Kept, Reduced>(x.head.axis, step);
    held.load(x, at, count);
  }

  static __device__ __forceinline__ void accumulate(const arguments& x, Index split, Index y,
                                                    int count, point& at, const row (&rows)[Vector],
                                                    thread_accumulator (&all)[Vector]) {
    const Index height = x.head.height;
    const Index begin = split * x.head.split_steps;
    const Index end =
        begin + x.head.split_steps < x.head.steps ? begin + x.head.split_steps : x.head.steps;
    const Index last = end - (Unroll - 1) * height;  // where all of a group still begin before
    Index step = begin + y;
    elements held[Unroll];
    if (is_ahead && step < last) load_all(x, step, count, at, held);
#pragma unroll 1
    for (; step < last; step += height * Unroll) {
      elements next[Unroll];
      if constexpr (!is_ahead)
        load_all(x, step, count, at, held);
      else if (step + height * Unroll < last)
        load_all(x, step + height * Unroll, count, at, next);
      if constexpr (is_transposed) transpose(held);
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        if (!Tail || i < count)
          pass::template take<Unroll>(x, rows[i], across_vectors<elements, is_transposed>{held, i},
                                      all[i]);
      if constexpr (is_ahead) {
#pragma unroll
        for (int u = 0; u < Unroll; ++u) held[u] = next[u];
      }
    }
    if constexpr (Unroll > 1) take_rest(x, step, end, count, at, rows, all);
  }

  static __device__ __forceinline__ void load_all(const arguments& x, Index step, int count,
                                                  point& at, elements (&held)[Unroll]) {
    const Index height = x.head.height;
#pragma unroll
    for (int u = 0; u < Unroll; ++u) load(x, step + u * height, count, at, held[u]);
  }

  /// Less than `Unroll` steps, one after the other: this is compiled for one.
  static __device__ __forceinline__ void take_rest(const arguments& x, Index step, Index end,
                                                   int count, point& at, const row (&rows)[Vector],
                                                   thread_accumulator (&all)[Vector]) {
    const Index height = x.head.height;
    elements held[Unroll - 1];
#pragma unroll
    for (int u = 0; u < Unroll - 1; ++u)
      if (step + u * height < end) load(x, step + u * height, count, at, held[u]);
#pragma unroll 1
    for (int u = 0; step + u * height < end; ++u) {
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        if (!Tail || i < count)
          pass::template take<1>(x, rows[i], along_vector<elements>{held[u], i}, all[i]);
    }
  }

  // As many elements of a vector at once as have accumulators of 32 KiB.
  static constexpr int room = 32768 / (Threads * 4 * words);
  static constexpr int group = room >= Vector ? Vector
                               : room >= 8    ? 8
                               : room >= 4    ? 4
                               : room >= 2    ? 2
                                              : 1;
  static constexpr int slots = group * Threads;

  /// Combines `count` rows of `width` accumulators in shared memory: the first row has the results.
  static __device__ __forceinline__ void fold(unsigned* memory, int width, int count) {
#pragma unroll 1
    while (count > 1) {
      const int half = (count + 1) / 2;
      __syncthreads();
#pragma unroll 1
      for (int i = static_cast<int>(threadIdx.x); i < (count - half) * width; i += Threads)
        put_accumulator(
            memory + i, slots,
            pass::combine(get_accumulator<accumulator>(memory + i, slots),
                          get_accumulator<accumulator>(memory + i + half * width, slots)));
      count = half;
    }
    __syncthreads();
  }

  /// Gives threads of y = 0 the accumulators of their columns. Whether this block has those of the
  /// whole tile now.
  static __device__ __forceinline__ bool combine_block(const arguments& x, Index tile, Index split,
                                                       int mine, int y,
                                                       accumulator (&accumulators)[Vector]) {
    __shared__ unsigned memory[slots * words];
    const int thread = static_cast<int>(threadIdx.x);
    const int across = vectors_of_tile(x);
    const int width = group * across;
    const Index splits = static_cast<Index>(x.head.splits.value);
    const long long size = across * (Vector * words);  // of the accumulators of one split
    unsigned* const partial =
        static_cast<unsigned*>(x.head.partial) + static_cast<long long>(tile) * splits * size;
#pragma unroll
    for (int first = 0; first < Vector; first += group) {
      __syncthreads();  // the memory may still be read
      if (mine < across) {
#pragma unroll
        for (int i = 0; i < group; ++i)
          put_accumulator(memory + y * width + i * across + mine, slots, accumulators[first + i]);
      }
      fold(memory, width, x.head.height);
      if (splits == 1) {
        take_column(memory, across, mine, y, first, accumulators);
      } else {
#pragma unroll 1
        for (int i = thread; i < width; i += Threads)
          put_accumulator(partial + split * size + (first * across + i) * words, 1,
                          get_accumulator<accumulator>(memory + i, slots));
      }
    }
    if (splits == 1) return true;
    if (!is_last_to_arrive(x.head.arrivals + tile, static_cast<unsigned>(splits))) return false;
#pragma unroll
    for (int first = 0; first < Vector; first += group) {
      __syncthreads();
      combine_splits(memory, partial + first * across * words, splits, size, width);
      take_column(memory, across, mine, y, first, accumulators);
    }
    return true;
  }

  static __device__ __forceinline__ void take_column(const unsigned* memory, int across, int mine,
                                                     int y, int first,
                                                     accumulator (&accumulators)[Vector]) {
    if (y != 0 || mine >= across) return;
#pragma unroll
    for (int i = 0; i < group; ++i)
      accumulators[first + i] = get_accumulator<accumulator>(memory + i * across + mine, slots);
  }

  /// `width` accumulators of every split: threads take neighbours, and several rows of them at once
  /// if there are more threads.
  static __device__ __forceinline__ void combine_splits(unsigned* memory, const unsigned* partial,
                                                        Index splits, long long size, int width) {
    const int thread = static_cast<int>(threadIdx.x);
    const int rows = width < Threads ? Threads / width : 1;
    constexpr int ahead = words > 8 ? 2 : words > 2 ? 4 : 16 / words;  // all on their way at once
#pragma unroll 1
    for (int i = thread; i < rows * width; i += Threads) {
      const int row = i / width;
      const unsigned* const from = partial + (i - row * width) * words;
      accumulator total = pass::identity();
#pragma unroll 1
      for (Index split = row; split < splits; split += rows * ahead) {
        accumulator some[ahead];
#pragma unroll
        for (int k = 0; k < ahead; ++k)
          some[k] = split + k * rows < splits
                        ? get_partial<accumulator>(from + (split + k * rows) * size)
                        : pass::identity();
#pragma unroll
        for (int k = 0; k < ahead; ++k) total = pass::combine(total, some[k]);
      }
      put_accumulator(memory + i, slots, total);
    }
    fold(memory, width, rows);
  }

  static __device__ __forceinline__ void finish(const arguments& x, int count, const point& at,
                                                row (&rows)[Vector],
                                                const accumulator (&accumulators)[Vector]) {
    typename Work::template result_lanes<Vector> out;
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
      if (Tail && i >= count) continue;
      pass::finish(x, accumulators[i], rows[i]);
      Work::write(x, rows[i], out, i);
    }
    out.store(x, at, count);
  }
};

}  // namespace gpu::kernels
