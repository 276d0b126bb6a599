// SPDX-License-Identifier: BSD-3-Clause
// Neighbouring elements in registers, moved by one access of up to 16 bytes.
#pragma once

namespace gpu::kernels {

template <int Bytes>
struct word;
template <>
struct word<1> {
  using type = unsigned char;
};
template <>
struct word<2> {
  using type = unsigned short;
};
template <>
struct word<4> {
  using type = unsigned;
};
template <>
struct word<8> {
  using type = uint2;
};
template <>
struct word<16> {
  using type = uint4;
};

template <class T, int Count>
struct chunk {
  T at[Count];
};

/// `from` is aligned to the size of the chunk.
template <class T, int Count>
__device__ __forceinline__ chunk<T, Count> load_chunk(const T* from) {
  using word_type = typename word<Count * sizeof(T)>::type;
  return __builtin_bit_cast(chunk<T, Count>, *reinterpret_cast<const word_type*>(from));
}

template <class T, int Count>
__device__ __forceinline__ void store_chunk(T* to, const chunk<T, Count>& values) {
  using word_type = typename word<Count * sizeof(T)>::type;
  *reinterpret_cast<word_type*>(to) = __builtin_bit_cast(word_type, values);
}

}  // namespace gpu::kernels
