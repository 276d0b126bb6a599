// SPDX-License-Identifier: BSD-3-Clause
// Operands of kernels/skeletons/rows.cuh whose neighbours are neighbours in memory, aligned or not;
// and several that are one array, seen a few columns apart, as in differences of neighbours,
// filters of images and steps of simulations on grids. A thread loads what it needs of such an
// array, its span, once, and no element that nobody needs.
//
// T             of the elements
// MaxWidth      a power of two that divides the elements from row to row and from thread to thread:
//               the most in one access
// Misalignment  how far the first element of a thread is, modulo MaxWidth, from one that is aligned
//               to MaxWidth elements
// More          elements of the span behind those of the thread
//
// Example, x[1:-1, :-2] + x[1:-1, 2:] of float32 with vectors of 4: the first operand is a
// read_span with More 2, six elements of a row, the second one is part_of_span<..., 2>. With
// MaxWidth 4 and Misalignment 1 the thread loads one element, two at once, two at once, and one.
#pragma once

#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

template <class T, int MaxWidth, int Misalignment>
struct write_span {
  using type = T;
  static constexpr access pattern = access::unit;
  static constexpr bool is_affine = false;
};
template <class T, int MaxWidth, int Misalignment, int More>
struct read_span {
  using type = T;
  static constexpr access pattern = access::unit;
  static constexpr bool is_affine = false;
};
/// The elements `Shift` behind those of the thread in the span of operand `Span`.
template <int Span, int Shift>
struct part_of_span {
  static constexpr access pattern = access::unit;
  static constexpr bool is_affine = false;
};

/// `Count` neighbours.
template <class T, int Count, int MaxWidth, int Misalignment>
struct span_lane {
  T* data;
  T values[Count];

  __device__ __forceinline__ void point(void* start, long long offset, long long) {
    data = static_cast<T*>(start) + offset;
  }
  template <int At = 0>
  __device__ __forceinline__ void load_from() {
    if constexpr (At < Count) {
      constexpr int width = width_at(At);
      const vector_of<T, width> piece = load_vector<T, width>(data + At);
#pragma unroll
      for (int i = 0; i < width; ++i) values[At + i] = piece.at[i];
      load_from<At + width>();
    }
  }
  template <int At = 0>
  __device__ __forceinline__ void store_from() {
    if constexpr (At < Count) {
      constexpr int width = width_at(At);
      vector_of<T, width> piece;
#pragma unroll
      for (int i = 0; i < width; ++i) piece.at[i] = values[At + i];
      store_vector(data + At, piece);
      store_from<At + width>();
    }
  }

 private:
  static __device__ constexpr int width_at(int at) {
    int width = MaxWidth;
    while (width > 1 && ((Misalignment + at) % width != 0 || at + width > Count)) width /= 2;
    return width;
  }
};

/// Of one column, which may be any, nothing is known.
template <int Vector, int Number>
inline constexpr int unless_one = Vector == 1 ? 1 : Number;

template <class T, int MaxWidth, int Misalignment, int Vector>
struct lane<write_span<T, MaxWidth, Misalignment>, Vector, access::unit, false>
    : span_lane<T, Vector, unless_one<Vector, MaxWidth>, Misalignment> {
  __device__ __forceinline__ void load() {}
  __device__ __forceinline__ T& at(int i) { return this->values[i]; }
  __device__ __forceinline__ void store() { this->store_from(); }
};

template <class T, int MaxWidth, int Misalignment, int More, int Vector>
struct lane<read_span<T, MaxWidth, Misalignment, More>, Vector, access::unit, false>
    : span_lane<T, Vector + More, unless_one<Vector, MaxWidth>, Misalignment> {
  __device__ __forceinline__ void load() { this->load_from(); }
  __device__ __forceinline__ T at(int i) const { return this->values[i]; }
  __device__ __forceinline__ void store() {}
};

template <int Span, int Shift, int Vector>
struct lane<part_of_span<Span, Shift>, Vector, access::unit, false> {
  static constexpr int span = Span;
  static constexpr int shift = Shift;

  __device__ __forceinline__ void point(void*, long long, long long) {}
  __device__ __forceinline__ void load() {}
  __device__ __forceinline__ void store() {}
};

}  // namespace gpu::kernels
