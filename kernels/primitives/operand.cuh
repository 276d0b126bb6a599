// SPDX-License-Identifier: BSD-3-Clause
// What the skeletons of elementwise kernels share: operands, and the elements of them that one
// thread holds.
//
// lane    what one thread holds of one operand: where it is, and a vector of it
#pragma once

#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/bundle.cuh>
#include <gpu/kernels/primitives/run_index.hpp>
#include <gpu/kernels/primitives/vector.cuh>

namespace gpu::kernels {

/// An array of elements `T` that the kernel reads.
template <class T, access Pattern = access::unit>
struct read {
  using type = T;
  static constexpr access pattern = Pattern;
  static constexpr bool is_written = false;
  static constexpr bool is_affine = false;
};

/// An array of elements `T` that the kernel writes.
template <class T, access Pattern = access::unit>
struct write {
  using type = T;
  static constexpr access pattern = Pattern;
  static constexpr bool is_written = true;
  static constexpr bool is_affine = false;
};

/// Integers that are affine in the index: no memory.
struct affine {
  using type = long long;
  static constexpr access pattern = access::strided;
  static constexpr bool is_written = false;
  static constexpr bool is_affine = true;
};

/// Those that are known to be the same along a row, or to grow by 1, so that what is computed from
/// them is computed once, or without a product.
struct affine_row : affine {
  static constexpr access pattern = access::zero;
};
struct affine_column : affine {
  static constexpr access pattern = access::unit;
};
/// The index itself, of which neighbours are a run: `run_index`.
struct affine_run : affine {};

/// Vector elements of an operand whose neighbours are neighbours in memory.
template <class Operand, int Vector, access Pattern = Operand::pattern,
          bool IsAffine = Operand::is_affine>
struct lane {
  using type = typename Operand::type;
  type* data;
  vector_of<type, Vector> values;

  /// `step` is the distance of neighbours; known to be 1 here.
  __device__ __forceinline__ void point(void* start, long long offset, long long) {
    data = static_cast<type*>(start) + offset;
  }
  __device__ __forceinline__ void load() {
    if constexpr (!Operand::is_written) values = load_vector<type, Vector>(data);
  }
  __device__ __forceinline__ type& at(int i) { return values.at[i]; }
  __device__ __forceinline__ void store() {
    if constexpr (Operand::is_written) store_vector_once(data, values);
  }
};

/// One element for all.
template <class Operand, int Vector>
struct lane<Operand, Vector, access::zero, false> {
  using type = typename Operand::type;
  type* data;
  type value;

  __device__ __forceinline__ void point(void* start, long long offset, long long) {
    data = static_cast<type*>(start) + offset;
  }
  __device__ __forceinline__ void load() { value = *data; }
  __device__ __forceinline__ type at(int) const { return value; }
  __device__ __forceinline__ void store() {}
};

/// Neighbours `step` elements apart.
template <class Operand, int Vector>
struct lane<Operand, Vector, access::strided, false> {
  using type = typename Operand::type;
  type* data;
  long long step;
  type values[Vector];

  __device__ __forceinline__ void point(void* start, long long offset, long long distance) {
    data = static_cast<type*>(start) + offset;
    step = distance;
  }
  __device__ __forceinline__ void load() {
    if constexpr (!Operand::is_written) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) values[i] = data[i * step];
    }
  }
  __device__ __forceinline__ type& at(int i) {
    return values[i];
  }
  __device__ __forceinline__ void store() {
    if constexpr (Operand::is_written) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) data[i * step] = values[i];
    }
  }
};

/// Neighbours in the opposite order, in one access. Inputs only.
template <class Operand, int Vector>
struct lane<Operand, Vector, access::reversed, false> {
  using type = typename Operand::type;
  const type* data;
  vector_of<type, Vector> values;

  __device__ __forceinline__ void point(void* start, long long offset, long long) {
    data = static_cast<const type*>(start) + offset - (Vector - 1);
  }
  __device__ __forceinline__ void load() { values = load_vector<type, Vector>(data); }
  __device__ __forceinline__ type at(int i) const { return values.at[Vector - 1 - i]; }
  __device__ __forceinline__ void store() {}
};

template <class Operand, int Vector, access Pattern>
struct lane<Operand, Vector, Pattern, true> {
  long long first;
  long long step;

  __device__ __forceinline__ void point(void* start, long long offset, long long distance) {
    first = reinterpret_cast<long long>(start) + offset;
    step = distance;
  }
  __device__ __forceinline__ void load() {}
  __device__ __forceinline__ long long at(int i) const { return first + i * step; }
  __device__ __forceinline__ void store() {}
};

template <int Vector>
struct lane<affine_run, Vector, access::strided, true> {
  long long first;

  __device__ __forceinline__ void point(void* start, long long offset, long long) {
    first = reinterpret_cast<long long>(start) + offset;
  }
  __device__ __forceinline__ void load() {}
  __device__ __forceinline__ run_index at(int i) const {
    if constexpr (Vector % min_run == 0) return {first, i};
    return first + i;
  }
  __device__ __forceinline__ void store() {}
};

/// Vector neighbours of every operand: load all, compute, store; the last two are `finish`.
template <int Vector, class... Operand>
struct lanes : bundle<typename counted<sizeof...(Operand)>::type, lane<Operand, Vector>...> {
  using order = typename counted<sizeof...(Operand)>::type;

  __device__ __forceinline__ void load() { load(order{}); }
  template <class Body>
  __device__ __forceinline__ void compute(const Body& body) {
    compute(body, order{});
  }
  __device__ __forceinline__ void store() { store(order{}); }
  template <class Body>
  __device__ __forceinline__ void finish(const Body& body) {
    compute(body);
    store();
  }

 private:
  template <int... I>
  __device__ __forceinline__ void load(indices<I...>) {
    (get<I>(*this).load(), ...);
  }
  template <class Body, int... I>
  __device__ __forceinline__ void compute(const Body& body, indices<I...>) {
#pragma unroll
    for (int i = 0; i < Vector; ++i) body(element<I, lane<Operand, Vector>>(i)...);
  }
  template <int... I>
  __device__ __forceinline__ void store(indices<I...>) {
    (get<I>(*this).store(), ...);
  }
  /// Element `i` of operand `I`, which may be among those that another one holds: see span.cuh.
  template <int I, class Lane>
  __device__ __forceinline__ decltype(auto) element(int i) {
    if constexpr (requires { Lane::shift; })
      return get<Lane::span>(*this).at(i + Lane::shift);
    else
      return get<I>(*this).at(i);
  }
};

/// Coordinates of linear index `n` along `Rank` axes, outermost first.
template <int Rank, class Index>
struct coordinates {
  Index at[Rank];

  __device__ __forceinline__ coordinates(const divisor<Index> (&axis)[Rank], Index n) {
#pragma unroll
    for (int i = Rank - 1; i > 0; --i) {
      const Index quotient = axis[i].quotient(n);
      at[i] = axis[i].remainder(n, quotient);
      n = quotient;
    }
    at[0] = n;
  }

  /// Offset of the element, in elements; strides beyond the first `Rank` are not looked at.
  template <int Strides>
  __device__ __forceinline__ long long offset(const place<Strides, Index>& operand) const {
    Index sum = 0;
#pragma unroll
    for (int i = 0; i < Rank; ++i) sum += at[i] * operand.stride[i];
    return sum;
  }
};

}  // namespace gpu::kernels
