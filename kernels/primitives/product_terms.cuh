// SPDX-License-Identifier: BSD-3-Clause
// How the terms of a sum of products are multiplied and added: one struct for each kind of element.
//
// A word holds `count` terms of one row or column, the first one in the lowest bits. Integers of
// one width share a struct, signed or not: modulo 2^w, sums of products are the same bits.
//
//     products of int8:   word a = {a0 a1 a2 a3}, word b = {b0 b1 b2 b3}
//                         sum += a0 b0 + a1 b1 + a2 b2 + a3 b3, of which the low 8 bits are stored
#pragma once

#include <gpu/elementwise/support/sliding_sum.hpp>

namespace gpu::kernels {

/// `sum + a b`. Numbers with a fraction are rounded once; complex ones by four such steps.
template <class T>
__device__ __forceinline__ T multiply_add(const T& sum, const T& a, const T& b) {
  return sum + a * b;
}
__device__ __forceinline__ float multiply_add(float sum, float a, float b) {
  return __fmaf_rn(a, b, sum);
}
__device__ __forceinline__ double multiply_add(double sum, double a, double b) {
  return __fma_rn(a, b, sum);
}
template <class T>
__device__ __forceinline__ complex<T> multiply_add(const complex<T>& sum, const complex<T>& a,
                                                   const complex<T>& b) {
  const T real = multiply_add(sum.real(), a.real(), b.real());
  const T imag = multiply_add(sum.imag(), a.real(), b.imag());
  return {multiply_add(real, -a.imag(), b.imag()), multiply_add(imag, a.imag(), b.real())};
}

/// 0 or 1 in a byte: a sum is true if a product is.
struct bool_terms {
  using element = unsigned char;
  using word = unsigned;
  static constexpr int count = 4;

  static __device__ __forceinline__ void add(word& sum, word a, word b) { sum |= a & b; }
  static __device__ __forceinline__ void join(word& sum, word other) { sum |= other; }
  static __device__ __forceinline__ element result(word sum) { return sum != 0 ? 1 : 0; }
};

struct byte_terms {
  using element = unsigned char;
  using word = unsigned;
  static constexpr int count = 4;

  static __device__ __forceinline__ void add(word& sum, word a, word b) { sum = __dp4a(a, b, sum); }
  static __device__ __forceinline__ void join(word& sum, word other) { sum += other; }
  static __device__ __forceinline__ element result(word sum) { return static_cast<element>(sum); }
};

/// One element in a word, in which products wrap.
template <class Element, class Word>
struct integer_terms {
  using element = Element;
  using word = Word;
  static constexpr int count = 1;

  static __device__ __forceinline__ word word_of(element x) { return static_cast<word>(x); }
  static __device__ __forceinline__ void add(word& sum, word a, word b) { sum += a * b; }
  static __device__ __forceinline__ void join(word& sum, word other) { sum += other; }
  static __device__ __forceinline__ element result(word sum) { return static_cast<element>(sum); }
};

/// Floats and complex numbers, one in a word: float16 and bfloat16 become float32.
template <class T>
struct number_terms {
  using element = T;
  using word = math::product_sum_t<T>;
  static constexpr int count = 1;

  static __device__ __forceinline__ word word_of(const element& x) { return math::cast<word>(x); }
  static __device__ __forceinline__ void add(word& sum, const word& a, const word& b) {
    sum = multiply_add(sum, a, b);
  }
  static __device__ __forceinline__ void join(word& sum, const word& other) { sum = sum + other; }
  static __device__ __forceinline__ element result(const word& sum) {
    return math::cast<element>(sum);
  }
};

}  // namespace gpu::kernels
