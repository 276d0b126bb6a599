// SPDX-License-Identifier: BSD-3-Clause
// How the terms of a sum of products are multiplied and added: one struct for each kind of element.
//
// A word holds `count` terms of one row or column, the first one in the lowest bits. Integers of
// one width share a struct, signed or not: modulo 2^w, sums of products are the same bits.
//
//     products of int8:   word a = {a0 a1 a2 a3}, word b = {b0 b1 b2 b3}
//                         sum += a0 b0 + a1 b1 + a2 b2 + a3 b3, of which the low 8 bits are stored
#pragma once

namespace gpu::kernels {

/// 0 or 1 in a byte: a sum is true if a product is.
struct bool_terms {
  using element = unsigned char;
  using word = unsigned;
  static constexpr int count = 4;

  static __device__ __forceinline__ void add(word& sum, word a, word b) { sum |= a & b; }
  static __device__ __forceinline__ element result(word sum) { return sum != 0 ? 1 : 0; }
};

struct byte_terms {
  using element = unsigned char;
  using word = unsigned;
  static constexpr int count = 4;

  static __device__ __forceinline__ void add(word& sum, word a, word b) { sum = __dp4a(a, b, sum); }
  static __device__ __forceinline__ element result(word sum) { return static_cast<element>(sum); }
};

/// One element in a word, in which products wrap.
template <class Element, class Word>
struct integer_terms {
  using element = Element;
  using word = Word;
  static constexpr int count = 1;

  static __device__ __forceinline__ void add(word& sum, word a, word b) { sum += a * b; }
  static __device__ __forceinline__ element result(word sum) { return static_cast<element>(sum); }
};

}  // namespace gpu::kernels
