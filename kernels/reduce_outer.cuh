// SPDX-License-Identifier: BSD-3-Clause
// out[k] = finish(combine over r of lift(in[k, r]...)) where the last axis is among the kept.
//
// Work      the kernel's text: see row_state.cuh, and src/graph/emit_reduction.cpp
// Index     int if offsets and indices, plus what one block handles, are below 2^31; else long long
// Kept      kept axes beside the last, at least 1
// Reduced   reduced axes
// Vector    elements of a chunk, which are of as many rows
// Unroll    steps of which a thread loads all chunks before it computes
// Tail      whether the last axis may end within a chunk
// Threads   of a block
// launch    Threads in x; for each part, Threads / height chunks: one block; static shared memory;
//           `arrived` is 0 for each such tile if there are several parts
// alias     outputs are no inputs
//
// A *step* is one index along the reduced axes. A thread owns one chunk and takes every
// height-th step of its part; the block has `team` neighbouring chunks, times `height` steps, times
// as often as that fits. States of one chunk are combined through shared memory; those of several
// *parts* by the block of a tile that ends last.
//
// Example: (1000, 12) floats, Vector 4: 3 chunks; team 4, height 64: lane 130 has chunk 2 and
// steps 32, 96, ...; lanes with chunk 3, which does not exist, do as those of chunk 2, and write
// nothing.
#pragma once

#include <gpu/kernels/row_state.cuh>
#include <gpu/kernels/row_walk.cuh>

namespace gpu::kernels {

template <class Work, class Index, int Kept, int Reduced, int Vector, int Unroll, bool Tail,
          int Threads>
struct reduce_outer {
  using arguments = typename Work::arguments;
  using point = walk_point<Kept + Reduced + 1, Index>;
  using pass = typename Work::pass0;
  using state = typename pass::state;
  using row = typename Work::row;
  static constexpr int words = state_words<state>::count;

  static __device__ __forceinline__ void run(const arguments& x) {
    const int thread = static_cast<int>(threadIdx.x);
    const int height = 1 << x.head.height;
    const int y = thread >> x.head.team & (height - 1);
    // Which chunk of the tile: those of one team, then of the next team with the same step.
    const int mine = thread >> (x.head.team + x.head.height) << x.head.team |
                     (thread & ((1 << x.head.team) - 1));
    // Neighbouring blocks have neighbouring tiles: rows of memory are read as a whole.
    Index tile = static_cast<Index>(blockIdx.x);
    Index part = 0;
    if (x.head.parts.value > 1) {
      const unsigned tiles = gridDim.x / static_cast<unsigned>(x.head.parts.value);
      tile = static_cast<Index>(blockIdx.x % tiles);
      part = static_cast<Index>(blockIdx.x / tiles);
    }
    const Index chunk = tile * (Threads >> x.head.height) + mine;
    const bool exists = chunk < x.head.rows;
    const Index chosen = exists ? chunk : x.head.rows - 1;
    const Index outer = x.head.run.quotient(chosen);
    const Index column = x.head.run.remainder(chosen, outer) * Vector;
    const Index left = x.head.columns - column;
    const int count = Tail && left < Vector ? static_cast<int>(left) : Vector;
    point at = {};
    at.template set<0, Kept>(x.head.axis, outer);
    row rows[Vector];
    state states[Vector];
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
      at.set_last(column + (i < count ? i : 0));
      Work::begin(x, at, rows[i]);
      states[i] = pass::identity();
    }
    at.set_last(column);
    accumulate(x, part, y, count, at, rows, states);
    combine_column(x, states, thread, y);
    if (x.head.parts.value > 1 && !combine_parts(x, tile, part, mine, states, thread, y)) return;
    if (y == 0 && exists) finish(x, count, at, rows, states);
  }

 private:
  static __device__ __forceinline__ void accumulate(const arguments& x, Index part, int y,
                                                    int count, point& at, const row (&rows)[Vector],
                                                    state (&states)[Vector]) {
    const Index height = 1 << x.head.height;
    const Index begin = part * x.head.part;
    const Index end = begin + x.head.part < x.head.steps ? begin + x.head.part : x.head.steps;
#pragma unroll 1
    for (Index step = begin + y; step < end; step += height * Unroll) {
      typename Work::template elements<Vector> held[Unroll];
      bool exists[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        exists[u] = step + u * height < end;
        if (!exists[u]) continue;
        at.template set<Kept, Reduced>(x.head.axis, step + u * height);
        held[u].load(x, at, count);
      }
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        if (!Tail || i < count)
          states[i] = pass::combine(states[i], steps_state(x, rows[i], held, exists, i));
    }
  }

  /// Of element i of all chunks.
  template <class Elements>
  static __device__ __forceinline__ state steps_state(const arguments& x, const row& values,
                                                      Elements* held, const bool* exists, int i) {
    if constexpr (Unroll <= pass::gathers)
      if (exists[Unroll - 1])
        return pass::template lift<Unroll>(x, values, across_chunks<Elements>{held, i});
    return step_state<0, Unroll>(x, values, held, exists, i);
  }

  /// Of element i of chunks [First, First + Count), as a balanced tree.
  template <int First, int Count, class Elements>
  static __device__ __forceinline__ state step_state(const arguments& x, const row& values,
                                                     Elements* held, const bool* exists, int i) {
    if constexpr (Count == 1) {
      if (!exists[First]) return pass::identity();
      return pass::template lift<1>(x, values, along_chunk<Elements>{held[First], i});
    } else {
      constexpr int half = Count / 2;
      return pass::combine(step_state<First, half>(x, values, held, exists, i),
                           step_state<First + half, Count - half>(x, values, held, exists, i));
    }
  }

  /// Gives threads of y = 0 the state of their column.
  static __device__ __forceinline__ void combine_column(const arguments& x, state (&states)[Vector],
                                                        int thread, int y) {
    // As many elements at once as fit 16 KiB.
    constexpr int room = 16384 / (Threads * 4 * words);
    constexpr int group = room < 1 ? 1 : room < Vector ? room : Vector;
    __shared__ unsigned memory[group * words * Threads];
    if (x.head.height == 0) return;
#pragma unroll
    for (int first = 0; first < Vector; first += group) {
      __syncthreads();  // the memory may still be read
#pragma unroll 1
      for (int distance = 1 << x.head.height >> 1; distance > 0; distance /= 2) {
        // Those of the upper half hand theirs over.
        if (y >= distance && y < 2 * distance) {
#pragma unroll
          for (int i = 0; i < group; ++i)
            if (first + i < Vector)
              put_state(memory + i * words * Threads + thread, Threads, states[first + i]);
        }
        __syncthreads();
        if (y < distance) {
          const int from = thread + (distance << x.head.team);
#pragma unroll
          for (int i = 0; i < group; ++i)
            if (first + i < Vector)
              states[first + i] =
                  pass::combine(states[first + i],
                                get_state<state>(memory + i * words * Threads + from, Threads));
        }
      }
    }
  }

  /// Whether this block has the states of the whole tile now.
  static __device__ __forceinline__ bool combine_parts(const arguments& x, Index tile, Index part,
                                                       int mine, state (&states)[Vector],
                                                       int thread, int y) {
    const Index parts = static_cast<Index>(x.head.parts.value);
    const int across = Threads >> x.head.height;
    const long long size = across * (Vector * words);  // of the states of one part
    unsigned* partial =
        static_cast<unsigned*>(x.head.partial) + static_cast<long long>(tile) * parts * size;
    if (y == 0) {
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        put_state(partial + part * size + (i * across + mine) * words, 1, states[i]);
    }
    if (!arrives_last(x.head.arrived + tile, static_cast<unsigned>(parts))) return false;
#pragma unroll
    for (int i = 0; i < Vector; ++i) states[i] = pass::identity();
#pragma unroll 4
    for (Index other = y; other < parts; other += 1 << x.head.height) {
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        states[i] = pass::combine(
            states[i], get_partial<state>(partial + other * size + (i * across + mine) * words));
    }
    combine_column(x, states, thread, y);
    return true;
  }

  static __device__ __forceinline__ void finish(const arguments& x, int count, const point& at,
                                                row (&rows)[Vector],
                                                const state (&states)[Vector]) {
    typename Work::template results<Vector> out;
#pragma unroll
    for (int i = 0; i < Vector; ++i) {
      if (Tail && i >= count) continue;
      pass::finish(x, states[i], rows[i]);
      Work::write(x, rows[i], out, i);
    }
    out.store(x, at, count);
  }
};

}  // namespace gpu::kernels
