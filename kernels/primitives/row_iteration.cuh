// SPDX-License-Identifier: BSD-3-Clause
// Where the elements of rows lie, and those of one operand that one thread holds.
//
// point   coordinates along all axes of the space: the kept ones and the reduced ones, each
//         outermost first, then the last axis
// vector  neighbours along the last axis; `count` of them exist
// lane    a vector of one operand
#pragma once

#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/async_copy.cuh>
#include <gpu/kernels/primitives/run_index.hpp>
#include <gpu/kernels/primitives/vector.cuh>

namespace gpu::kernels {

template <int Rank, class Index>
struct iteration_point {
  Index at[Rank];

  /// Axes [First, First + Count) to those of linear index `n`.
  template <int First, int Count, int Axes>
  __device__ __forceinline__ void set(const divisor<Index> (&axis)[Axes], Index n) {
#pragma unroll
    for (int i = First + Count - 1; i > First; --i) {
      const Index quotient = axis[i].quotient(n);
      at[i] = axis[i].remainder(n, quotient);
      n = quotient;
    }
    if constexpr (Count > 0) at[First] = n;
  }
  __device__ __forceinline__ void set_last(Index n) {
    at[Rank - 1] = n;
  }

  /// Of this point, without the last axis.
  __device__ __forceinline__ Index offset(const place<Rank, Index>& operand) const {
    Index sum = 0;
#pragma unroll
    for (int i = 0; i + 1 < Rank; ++i) sum += at[i] * operand.stride[i];
    return sum;
  }
  template <class T>
  __device__ __forceinline__ T& element(const place<Rank, Index>& operand) const {
    const Index offset = this->offset(operand) + at[Rank - 1] * operand.stride[Rank - 1];
    return static_cast<T*>(operand.data)[offset];
  }
  /// The value of an affine index.
  __device__ __forceinline__ long long value(const place<Rank, Index>& operand) const {
    return reinterpret_cast<long long>(operand.data) + offset(operand) +
           at[Rank - 1] * operand.stride[Rank - 1];
  }
};

/// Neighbours in memory, aligned for accesses of up to 16 bytes. Kept as the words that are moved:
/// narrow elements then share registers.
template <class T, access Pattern, int Vector>
struct row_lane {
  static constexpr int bytes = static_cast<int>(sizeof(T));
  static constexpr int piece = Vector * bytes > 16 ? 16 / bytes : Vector;
  using neighbours = vector_of<T, piece>;
  using word_type = typename word<piece * bytes>::type;
  word_type words[Vector / piece];

  template <int Rank, class Index>
  __device__ __forceinline__ void load(const place<Rank, Index>& from,
                                       const iteration_point<Rank, Index>& point, int count) {
    const T* data = address(from, point);
    if (count == Vector) {
#pragma unroll
      for (int i = 0; i < Vector; i += piece)
        words[i / piece] = *reinterpret_cast<const word_type*>(data + i);
    } else {
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        if (i < count) set(i, data[i]);
    }
  }
  template <int Rank, class Index>
  __device__ __forceinline__ void store(const place<Rank, Index>& to,
                                        const iteration_point<Rank, Index>& point,
                                        int count) const {
    T* data = address(to, point);
    if (count == Vector) {
#pragma unroll
      for (int i = 0; i < Vector; i += piece)
        *reinterpret_cast<word_type*>(data + i) = words[i / piece];
    } else {
#pragma unroll
      for (int i = 0; i < Vector; ++i)
        if (i < count) data[i] = get(i);
    }
  }
  /// Of whole vectors that are copied to shared memory; see async_copy.cuh.
  static constexpr int copied_bytes = Vector * bytes;
  template <int Rank, class Index>
  static __device__ __forceinline__ void begin_copies(const place<Rank, Index>& from,
                                                      const iteration_point<Rank, Index>& point,
                                                      const thread_pieces& to) {
    const T* data = address(from, point);
#pragma unroll
    for (int i = 0; i < Vector; i += piece)
      begin_copy<piece * bytes>(to.template piece<piece * bytes>(i / piece), data + i);
  }
  template <int Rank, class Index>
  __device__ __forceinline__ void take_copies(const place<Rank, Index>&,
                                              const iteration_point<Rank, Index>&,
                                              const thread_pieces& from) {
#pragma unroll
    for (int i = 0; i < Vector; i += piece)
      words[i / piece] =
          *reinterpret_cast<const word_type*>(from.template piece<piece * bytes>(i / piece));
  }

  __device__ __forceinline__ T get(int i) const {
    return __builtin_bit_cast(neighbours, words[i / piece]).at[i % piece];
  }
  __device__ __forceinline__ void set(int i, T value) {
    auto values = __builtin_bit_cast(neighbours, words[i / piece]);
    values.at[i % piece] = value;
    words[i / piece] = __builtin_bit_cast(word_type, values);
  }

 private:
  template <int Rank, class Index>
  static __device__ __forceinline__ T* address(const place<Rank, Index>& operand,
                                               const iteration_point<Rank, Index>& point) {
    return static_cast<T*>(operand.data) + (point.offset(operand) + point.at[Rank - 1]);
  }
};

/// One element for the whole axis.
template <class T, int Vector>
struct row_lane<T, access::zero, Vector> {
  T value;

  template <int Rank, class Index>
  __device__ __forceinline__ void load(const place<Rank, Index>& from,
                                       const iteration_point<Rank, Index>& point, int) {
    value = static_cast<const T*>(from.data)[point.offset(from)];
  }
  __device__ __forceinline__ T get(int) const { return value; }
};

/// Neighbours any distance apart.
template <class T, int Vector>
struct row_lane<T, access::strided, Vector> {
  vector_of<T, Vector> values;

  template <int Rank, class Index>
  __device__ __forceinline__ void load(const place<Rank, Index>& from,
                                       const iteration_point<Rank, Index>& point, int count) {
    const Index step = from.stride[Rank - 1];
    const T* data =
        static_cast<const T*>(from.data) + (point.offset(from) + point.at[Rank - 1] * step);
#pragma unroll
    for (int i = 0; i < Vector; ++i)
      if (i < count) values.at[i] = data[i * step];
  }
  template <int Rank, class Index>
  __device__ __forceinline__ void store(const place<Rank, Index>& to,
                                        const iteration_point<Rank, Index>& point,
                                        int count) const {
    const Index step = to.stride[Rank - 1];
    T* data = static_cast<T*>(to.data) + (point.offset(to) + point.at[Rank - 1] * step);
#pragma unroll
    for (int i = 0; i < Vector; ++i)
      if (i < count) data[i * step] = values.at[i];
  }
  __device__ __forceinline__ T get(int i) const {
    return values.at[i];
  }
  __device__ __forceinline__ void set(int i, T value) {
    values.at[i] = value;
  }
};

/// Integers that are affine in the index: no memory. `Pattern` tells steps of 0 and 1.
template <access Pattern>
struct affine_lane {
  long long first;
  long long step;

  template <int Rank, class Index>
  __device__ __forceinline__ void load(const place<Rank, Index>& from,
                                       const iteration_point<Rank, Index>& point, int) {
    first = point.value(from);
    step = Pattern == access::zero ? 0 : Pattern == access::unit ? 1 : from.stride[Rank - 1];
  }
  __device__ __forceinline__ long long get(int i) const { return first + i * step; }

  static constexpr int copied_bytes = 0;
  template <int Rank, class Index>
  static __device__ __forceinline__ void begin_copies(const place<Rank, Index>&,
                                                      const iteration_point<Rank, Index>&,
                                                      const thread_pieces&) {}
  template <int Rank, class Index>
  __device__ __forceinline__ void take_copies(const place<Rank, Index>& from,
                                              const iteration_point<Rank, Index>& point,
                                              const thread_pieces&) {
    load(from, point, 1);
  }
};

/// Indices of neighbours, the first of which is a multiple of `run_alignment` if there are as many.
template <int Vector>
struct run_lane {
  long long first;

  template <int Rank, class Index>
  __device__ __forceinline__ void load(const place<Rank, Index>& from,
                                       const iteration_point<Rank, Index>& point, int) {
    first = point.value(from);
  }
  __device__ __forceinline__ run_index get(int i) const {
    if constexpr (Vector % run_alignment == 0) return {first, i};
    return first + i;
  }
};

/// Values that are computed, not read.
template <class T, int Vector>
struct kept_lane {
  vector_of<T, Vector> values;

  __device__ __forceinline__ T& get(int i) { return values.at[i]; }
  __device__ __forceinline__ T get(int i) const { return values.at[i]; }
};

}  // namespace gpu::kernels
