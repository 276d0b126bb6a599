// SPDX-License-Identifier: BSD-3-Clause
// Elements as the words in which PTX passes them, as src/graph/emit/ptx/device_functions.hpp says:
// what the functions that baseline kernels call take and return. tools/device_functions writes
// these functions.
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::kernels {

struct alignas(16) two_words {
  unsigned long long low, high;
};
template <int Bytes>
struct word {
  using bits = unsigned int;
  using type = unsigned int;
};
template <>
struct word<1> : word<4> {
  using bits = unsigned char;
};
template <>
struct word<2> : word<4> {
  using bits = unsigned short;
};
template <>
struct word<8> {
  using bits = unsigned long long;
  using type = unsigned long long;
};
template <>
struct word<16> {
  using bits = two_words;
  using type = two_words;
};

template <class T>
using word_of = typename word<sizeof(T)>::type;
template <class T>
using bits_of = typename word<sizeof(T)>::bits;

template <class T>
__device__ T element(word_of<T> x) {
  return bit_cast<T>(static_cast<bits_of<T>>(x));
}
template <class T>
__device__ word_of<T> packed(T x) {
  return bit_cast<bits_of<T>>(x);
}

}  // namespace gpu::kernels
