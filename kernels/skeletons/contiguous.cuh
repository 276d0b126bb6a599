// SPDX-License-Identifier: BSD-3-Clause
// out[i] = body(in[i]...) for 0 <= i < size.
//
// Index    int if size, plus what one block handles, is below 2^31; else long long
// Threads  of a block
// Vector   elements of one access; every array is aligned to so many
// Unroll   accesses of a thread to each operand, all loads before the first arithmetic
// Tail     whether size may be no multiple of Vector
// Runs     whether the accesses of a thread are neighbours; else those of a block are
// Body     functor; takes a reference for each output, then a value for each input
// Operand  output<T>, input<T>, single<T>, affine<Index>, or with Runs index_runs<Index>
// launch   Threads in x, ceil(size / (Threads * Vector * Unroll)) blocks; no shared memory
// alias    an output may be an input: a thread loads before it stores, and touches no other's
//          elements; a partial overlap is resolved by the host, which evaluates into a temporary
//
// Most kernels are of this skeleton, and what it costs to compile each of them pays: hence few
// templates, and none of those that the other skeletons share.
//
// lane     what one thread holds of one operand: where it is, and Unroll vectors of it, of which
//          vector u begins at element `first + u * Step`
#pragma once

#include <gpu/core/op_info.hpp>
#include <gpu/kernels/primitives/run_index.hpp>
#include <gpu/kernels/primitives/vector.cuh>

namespace gpu::kernels {

/// An array that is written.
template <class T>
struct output {
  T* data;

  template <int Vector, int Unroll, int Step>
  struct lane {
    T* data;
    vector_of<T, Vector> values[Unroll];

    template <class Index>
    __device__ __forceinline__ void load(Index, Index) {}
    __device__ __forceinline__ T& at(int u, int i) { return values[u].at[i]; }
    template <class Index>
    __device__ __forceinline__ void store(int u, Index first) const {
      store_vector(data + first, values[u]);
    }
    template <class Index>
    __device__ __forceinline__ void store_run(Index first, Index size) const {
      // A whole run without conditions between its stores: those of parts of a sector that follow
      // each other at once reach the cache together.
      if (first + Unroll * Vector <= size) {
#pragma unroll
        for (int u = 0; u < Unroll; ++u) store_vector(data + (first + u * Vector), values[u]);
        return;
      }
#pragma unroll
      for (int u = 0; u < Unroll; ++u)
        if (first + (u + 1) * Vector <= size) store_vector(data + (first + u * Vector), values[u]);
    }
  };
};

/// An array that is read.
template <class T>
struct input {
  const T* data;

  template <int Vector, int Unroll, int Step>
  struct lane {
    const T* data;
    vector_of<T, Vector> values[Unroll];

    template <class Index>
    __device__ __forceinline__ void load(Index first, Index size) {
#pragma unroll
      for (int u = 0; u < Unroll; ++u)
        if (first + (u * Step + Vector) <= size)
          values[u] = load_vector<T, Vector>(data + (first + u * Step));
    }
    __device__ __forceinline__ T at(int u, int i) const {
      return values[u].at[i];
    }
    template <class Index>
    __device__ __forceinline__ void store(int, Index) const {}
    template <class Index>
    __device__ __forceinline__ void store_run(Index, Index) const {}
  };
};

/// One element for all.
template <class T>
struct single {
  const T* data;

  template <int Vector, int Unroll, int Step>
  struct lane {
    const T* data;
    T value;

    template <class Index>
    __device__ __forceinline__ void load(Index, Index) {
      value = *data;
    }
    __device__ __forceinline__ T at(int, int) const { return value; }
    template <class Index>
    __device__ __forceinline__ void store(int, Index) const {}
    template <class Index>
    __device__ __forceinline__ void store_run(Index, Index) const {}
  };
};

/// Integers that are affine in the index: no memory.
template <class Index>
struct affine {
  long long data;  ///< the first value
  Index step;

  template <int Vector, int Unroll, int Step>
  struct lane {
    long long value;
    long long step;

    __device__ __forceinline__ void load(Index first, Index) {
      value += static_cast<long long>(first) * step;
    }
    __device__ __forceinline__ long long at(int u, int i) const {
      return value + (u * Step + i) * step;
    }
    __device__ __forceinline__ void store(int, Index) const {}
    __device__ __forceinline__ void store_run(Index, Index) const {}
  };
};

/// The index itself, which says where in the run of a thread it is.
template <class Index>
struct index_runs {
  long long data;  ///< 0, as `affine` has it
  Index step;      ///< 1

  template <int Vector, int Unroll, int Step>
  struct lane {
    long long first;

    __device__ __forceinline__ void load(Index index, Index) { first = index; }
    __device__ __forceinline__ run_index at(int u, int i) const {
      if constexpr (Vector * Unroll % min_run == 0) return {first, u * Step + i};
      return first + u * Step + i;
    }
    __device__ __forceinline__ void store(int, Index) const {}
    __device__ __forceinline__ void store_run(Index, Index) const {}
  };
};

template <int Vector, int Unroll, int Step, class T>
__device__ __forceinline__ auto lane_of(const output<T>& x) {
  return typename output<T>::template lane<Vector, Unroll, Step>{x.data};
}
template <int Vector, int Unroll, int Step, class T>
__device__ __forceinline__ auto lane_of(const input<T>& x) {
  return typename input<T>::template lane<Vector, Unroll, Step>{x.data};
}
template <int Vector, int Unroll, int Step, class T>
__device__ __forceinline__ auto lane_of(const single<T>& x) {
  return typename single<T>::template lane<Vector, Unroll, Step>{x.data};
}
template <int Vector, int Unroll, int Step, class Index>
__device__ __forceinline__ auto lane_of(const affine<Index>& x) {
  return typename affine<Index>::template lane<Vector, Unroll, Step>{x.data, x.step};
}
template <int Vector, int Unroll, int Step, class Index>
__device__ __forceinline__ auto lane_of(const index_runs<Index>&) {
  return typename index_runs<Index>::template lane<Vector, Unroll, Step>{0};
}

/// What one thread computes; how many of its vectors lie below `size`.
template <int Vector, int Unroll, int Step, class Index, class Body, class... Lane>
__device__ __forceinline__ void compute(Index first, Index size, const Body& body, Lane... lane) {
  (lane.load(first, size), ...);
#pragma unroll
  for (int u = 0; u < Unroll; ++u) {
    const Index at = first + u * Step;
    if (at + Vector > size) return;
#pragma unroll
    for (int i = 0; i < Vector; ++i) body(lane.at(u, i)...);
    (lane.store(u, at), ...);
  }
}

/// The same of a run, which is stored when all of it is computed: memory takes the accesses better
/// that follow each other, since each of them has parts of the same sectors.
template <int Vector, int Unroll, class Index, class Body, class... Lane>
__device__ __forceinline__ void compute_run(Index first, Index size, const Body& body,
                                            Lane... lane) {
  (lane.load(first, size), ...);
#pragma unroll
  for (int u = 0; u < Unroll; ++u) {
    if (first + (u + 1) * Vector > size) break;
#pragma unroll
    for (int i = 0; i < Vector; ++i) body(lane.at(u, i)...);
  }
  (lane.store_run(first, size), ...);
}

template <class Index, int Threads, int Vector, int Unroll, bool Tail, bool Runs = false,
          class Body, class... Operand>
__device__ __forceinline__ void contiguous(Index size, const Body& body,
                                           const Operand&... operand) {
  constexpr int step = Runs ? Vector : Threads * Vector;
  const Index first = static_cast<Index>(blockIdx.x) * (Threads * Vector * Unroll) +
                      static_cast<Index>(threadIdx.x) * (Runs ? Vector * Unroll : Vector);
  if constexpr (Runs) {
    // In registers: else the compiler reads scalars again after each store, and so shares nothing.
    const Body own = body;
    compute_run<Vector, Unroll>(first, size, own, lane_of<Vector, Unroll, step>(operand)...);
  } else {
    compute<Vector, Unroll, step>(first, size, body, lane_of<Vector, Unroll, step>(operand)...);
  }
  if constexpr (Tail) {
    // The last elements, fewer than Vector: the thread has them in whose vector they would be.
    const Index end = size & ~static_cast<Index>(Vector - 1);
    const Index mine = end - first;
    if (mine < 0 || mine >= step * Unroll || mine % step != 0) return;
#pragma unroll 1
    for (Index i = end; i < size; ++i)
      compute<1, 1, 1>(i, size, body, lane_of<1, 1, 1>(operand)...);
  }
}

}  // namespace gpu::kernels
