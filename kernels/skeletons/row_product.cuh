// SPDX-License-Identifier: BSD-3-Clause
// out[i][j] = sum over t of a[i][t] * b[t][j], for every matrix of a batch, where there are few j:
// products of thin matrices, and of many small ones.
//
// T        elements
// Columns  that a thread has, at least as many as b has: 2, 4 or 8
// launch   blocks of `threads` in x, a thread for each row of all matrices
// alias    the results are in no operand; they lie in C order, one matrix behind the other
//
// A thread reads its row of a once, and all of b, which its neighbours read too. So what is read
// from memory is each operand once, and with at most 8 products of an element of a memory is the
// bound. Elements of a row are read by 16 bytes where they lie so: neighbouring threads are on
// other rows, and narrow accesses would be spread over as many lines.
//
// Integers wrap; float16 and bfloat16 are added in float32, and rounded once; terms are added by
// fused multiply-adds; of bools: whether a product is true.
#pragma once

#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/product_terms.cuh>
#include <gpu/kernels/primitives/vector.cuh>

namespace gpu::kernels {

template <class T, int Columns>
class row_product {
 public:
  using arguments = row_product_arguments;
  static constexpr int threads = 128;

  static __device__ __forceinline__ void run(const arguments& x) {
    await_grid_dependency();
    const long long row = (x.first_block + blockIdx.x) * threads + threadIdx.x;
    if (row >= x.rows) return;
    const row_place at(x, row);
    sum_type sums[Columns];
#pragma unroll
    for (int j = 0; j < Columns; ++j) sums[j] = sum_type(0);
    if (x.has_b_vectors)
      add_terms<true>(sums, x, at);
    else
      add_terms<false>(sums, x, at);
    write(sums, x, static_cast<T*>(x.out) + row * x.n);
  }

 private:
  using sum_type = math::product_sum_t<T>;
  static constexpr int size = static_cast<int>(sizeof(T));
  static constexpr int a_vector =
      size <= 4 ? 4 : 16 / size;  // more of them take too many registers
  static constexpr int b_vector = Columns * size <= 16 ? Columns : 16 / size;

  /// The first elements of a row of the first operand, and of its matrix of the second one.
  struct row_place {
    const T* a;
    const T* b;

    __device__ __forceinline__ row_place(const arguments& x, long long row) {
      long long matrix = x.m.quotient(row);
      long long a_offset = x.m.remainder(row, matrix) * x.a.outer_stride;
      long long b_offset = 0;
#pragma unroll
      for (int axis = product_batch_axes - 1; axis >= 0; --axis) {
        const long long outside = x.batch[axis].quotient(matrix);
        const long long index = x.batch[axis].remainder(matrix, outside);
        a_offset += index * x.a.step[axis];
        b_offset += index * x.b.step[axis];
        matrix = outside;
      }
      a = static_cast<const T*>(x.a.data) + a_offset;
      b = static_cast<const T*>(x.b.data) + b_offset;
    }
  };

  template <bool Vectors>
  static __device__ __forceinline__ void add_terms(sum_type (&sums)[Columns], const arguments& x,
                                                   const row_place& at) {
    const T* b = at.b;
    long long term = 0;
    if (x.has_a_vectors) {
#pragma unroll 1
      for (; term + a_vector <= x.k; term += a_vector) {
        const vector_of<T, a_vector> factors = load_vector<T, a_vector>(at.a + term);
#pragma unroll
        for (int i = 0; i < a_vector; ++i, b += x.b.term_stride)
          add_row<Vectors>(sums, factors.at[i], b, x);
      }
    }
#pragma unroll 4
    for (; term < x.k; ++term, b += x.b.term_stride)
      add_row<Vectors>(sums, at.a[term * x.a.term_stride], b, x);
  }

  /// Adds the products of one element of the first operand.
  template <bool Vectors>
  static __device__ __forceinline__ void add_row(sum_type (&sums)[Columns], const T& factor,
                                                 const T* b, const arguments& x) {
    const sum_type left = math::cast<sum_type>(factor);
    if constexpr (Vectors) {
#pragma unroll
      for (int j = 0; j < Columns; j += b_vector) {
        const vector_of<T, b_vector> factors = load_vector<T, b_vector>(b + j);
#pragma unroll
        for (int v = 0; v < b_vector; ++v) add(sums[j + v], left, factors.at[v]);
      }
    } else {
#pragma unroll
      for (int j = 0; j < Columns; ++j)
        if (j < x.n) add(sums[j], left, b[j * x.b.outer_stride]);
    }
  }

  static __device__ __forceinline__ void add(sum_type& sum, const sum_type& left, const T& right) {
    const sum_type factor = math::cast<sum_type>(right);
    if constexpr (is_same<T, bool>)
      sum = sum | (left & factor);
    else
      sum = multiply_add(sum, left, factor);
  }

  static __device__ __forceinline__ void write(const sum_type (&sums)[Columns], const arguments& x,
                                               T* out) {
    if (x.has_out_vectors) {
#pragma unroll
      for (int j = 0; j < Columns; j += b_vector) {
        vector_of<T, b_vector> results;
#pragma unroll
        for (int v = 0; v < b_vector; ++v) results.at[v] = math::cast<T>(sums[j + v]);
        store_vector(out + j, results);
      }
      return;
    }
#pragma unroll
    for (int j = 0; j < Columns; ++j)
      if (j < x.n) out[j] = math::cast<T>(sums[j]);
  }
};

}  // namespace gpu::kernels
