// SPDX-License-Identifier: BSD-3-Clause
// A = Q R of many small matrices: H_k^H ... H_1^H A = R, with the reflectors of
// kernels/primitives/householder.hpp, and Q = H_1 ... H_k times columns of the unit matrix.
//
// T      float, double or complex of them
// Rows   of a lane: at least rows / 32, rounded up
// launch one block of whole warps for each matrix; shared memory for rows * columns +
//        min(rows, columns) elements
// alias  `q` and `factors` are not in the matrices
//
// A warp has a column at a time, lane l its rows l, l + 32, ... Every warp finds the reflector of
// a step by itself, from the same elements in the same order, so that all have the same one. Rows
// of `q` stay in registers from the first reflector to the last.
#pragma once

#include <gpu/kernels/primitives/householder.hpp>

namespace gpu::kernels {

template <class T, int Rows>
struct qr {
  using arguments = qr_arguments;

  static __device__ __forceinline__ void run(const arguments& x) {
    extern __shared__ uint4 memory[];
    T* const a = reinterpret_cast<T*>(memory);
    const int size = x.rows * x.columns;
    const int count = x.rows < x.columns ? x.rows : x.columns;
    const long long number = blockIdx.x;
    T* const matrix = static_cast<T*>(x.matrices) + number * size;
    T* const taus = a + size;
    for (int i = thread(); i < size; i += threads()) a[i] = matrix[i];
    __syncthreads();
    for (int j = 0; j < count; ++j) eliminate(a, taus, j, x.rows, x.columns);
    for (int i = thread(); i < size; i += threads()) matrix[i] = a[i];
    T* const factors = static_cast<T*>(x.factors) + number * count;
    for (int i = thread(); i < count; i += threads()) factors[i] = taus[i];
    if (x.q == nullptr) return;
    T* const q = static_cast<T*>(x.q) + number * x.rows * x.q_columns;
    for (int column = warp(); column < x.q_columns; column += warps())
      form_column(a, taus, count, x.rows, column, q + column * x.rows);
  }

 private:
  using parts = scalar_parts<T>;
  using real = typename parts::real;
  static constexpr unsigned all_lanes = ~0u;

  static __device__ __forceinline__ int thread() { return static_cast<int>(threadIdx.x); }
  static __device__ __forceinline__ int threads() { return static_cast<int>(blockDim.x); }
  static __device__ __forceinline__ int lane() { return thread() % 32; }
  static __device__ __forceinline__ int warp() { return thread() / 32; }
  static __device__ __forceinline__ int warps() { return threads() / 32; }

  static __device__ __forceinline__ real other(real x, int distance) {
    return __shfl_xor_sync(all_lanes, x, distance);
  }
  static __device__ __forceinline__ real sum_of_warp(real x) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) x += other(x, distance);
    return x;
  }
  static __device__ __forceinline__ complex<real> sum_of_warp(complex<real> x) {
    return {sum_of_warp(x.real()), sum_of_warp(x.imag())};
  }
  static __device__ __forceinline__ real largest_of_warp(real x) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) x = larger_or_nan(x, other(x, distance));
    return x;
  }

  /// Step j: column j becomes that of R, above its reflector, which is applied to the columns
  /// behind it.
  static __device__ __forceinline__ void eliminate(T* a, T* taus, int j, int rows, int columns) {
    T* const column = a + j * rows;
    const reflector<T> h = find(column, j, rows);
    __syncthreads();  // all warps have read the column
    if (!h.is_unit())
      for (int i = j + 1 + thread(); i < rows; i += threads()) column[i] = h.of(column[i]);
    if (thread() == 0) {
      column[j] = h.beta();
      taus[j] = h.tau();
    }
    __syncthreads();
    if (!h.is_unit())
      for (int k = j + 1 + warp(); k < columns; k += warps())
        apply(column, j, rows, parts::conjugate(h.tau()), a + k * rows);
    __syncthreads();
  }

  static __device__ __forceinline__ reflector<T> find(const T* column, int j, int rows) {
    real largest = 0;
    for (int i = j + 1 + lane(); i < rows; i += 32)
      largest = larger_or_nan(largest, largest_part(column[i]));
    largest = largest_of_warp(largest);
    const T alpha = column[j];
    const real scale = larger_or_nan(largest, largest_part(alpha));
    real squares = 0;
    for (int i = j + 1 + lane(); i < rows; i += 32)
      squares += reflector<T>::square(column[i], scale);
    return {alpha, largest, scale, sum_of_warp(squares)};
  }

  /// y -= factor v (v^H y), with the v below the diagonal of column j.
  static __device__ __forceinline__ void apply(const T* column, int j, int rows, T factor, T* y) {
    T product = lane() == 0 ? y[j] : T(0);
    for (int i = j + 1 + lane(); i < rows; i += 32)
      product = product + parts::conjugate(column[i]) * y[i];
    product = factor * sum_of_warp(product);
    for (int i = j + 1 + lane(); i < rows; i += 32) y[i] = y[i] - column[i] * product;
    if (lane() == 0) y[j] = y[j] - product;
  }

  /// H_1 ... H_k times a unit vector. Reflectors behind its 1 leave it as it is.
  static __device__ __forceinline__ void form_column(const T* a, const T* taus, int count, int rows,
                                                     int number, T* out) {
    T mine[Rows];
#pragma unroll
    for (int r = 0; r < Rows; ++r) mine[r] = T(row(r) == number ? 1 : 0);
    for (int j = number < count ? number : count - 1; j >= 0; --j) {
      const T* const column = a + j * rows;
      T product = T(0);
      T v[Rows];
#pragma unroll
      for (int r = 0; r < Rows; ++r) {
        const int i = row(r);
        v[r] = i > j && i < rows ? column[i] : T(i == j ? 1 : 0);
        product = product + parts::conjugate(v[r]) * mine[r];
      }
      product = taus[j] * sum_of_warp(product);
#pragma unroll
      for (int r = 0; r < Rows; ++r) mine[r] = mine[r] - v[r] * product;
    }
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      if (row(r) < rows) out[row(r)] = mine[r];
  }

  static __device__ __forceinline__ int row(int r) {
    return lane() + 32 * r;
  }
};

}  // namespace gpu::kernels
