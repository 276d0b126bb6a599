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
struct vector_of {
  T at[Count];
};

/// `from` is aligned to the size of the vector, or to 16 bytes, which are read by one access each.
template <class T, int Count>
__device__ __forceinline__ vector_of<T, Count> load_vector(const T* from) {
  if constexpr (Count * sizeof(T) > 16) {
    using half = vector_of<T, Count / 2>;
    const vector_of<half, 2> halves = {
        {load_vector<T, Count / 2>(from), load_vector<T, Count / 2>(from + Count / 2)}};
    return __builtin_bit_cast(vector_of<T, Count>, halves);
  } else {
    using word_type = typename word<Count * sizeof(T)>::type;
    return __builtin_bit_cast(vector_of<T, Count>, *reinterpret_cast<const word_type*>(from));
  }
}

template <class T, int Count>
__device__ __forceinline__ void store_vector(T* to, const vector_of<T, Count>& values) {
  using word_type = typename word<Count * sizeof(T)>::type;
  *reinterpret_cast<word_type*>(to) = __builtin_bit_cast(word_type, values);
}

/// The same elements, which the compiler has in registers here: it moves neither their loads nor
/// their arithmetic across this place.
template <class T, int Count>
__device__ __forceinline__ vector_of<T, Count> settled(const vector_of<T, Count>& values) {
  constexpr int bytes = Count * sizeof(T);
  auto all = __builtin_bit_cast(typename word<bytes>::type, values);
  if constexpr (bytes == 16) {
    asm volatile("" : "+r"(all.x), "+r"(all.y), "+r"(all.z), "+r"(all.w));
  } else if constexpr (bytes == 8) {
    asm volatile("" : "+r"(all.x), "+r"(all.y));
  } else {
    unsigned wide = all;
    asm volatile("" : "+r"(wide));
    all = static_cast<decltype(all)>(wide);
  }
  return __builtin_bit_cast(vector_of<T, Count>, all);
}

/// As `load_vector`, of what no other thread of the block reads: 16 bytes are not kept in its
/// cache. Ahead: the rest of the 256 bytes around them is going to be read soon, by any block.
template <bool Ahead, class T, int Count>
__device__ __forceinline__ vector_of<T, Count> load_vector_once(const T* from) {
  if constexpr (Count * sizeof(T) == 16) {
    uint4 all;
#if __CUDA_ARCH__ >= 800
    if constexpr (Ahead)
      asm volatile("ld.global.L1::no_allocate.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(all.x), "=r"(all.y), "=r"(all.z), "=r"(all.w)
                   : "l"(from));
    else
#endif
      asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(all.x), "=r"(all.y), "=r"(all.z), "=r"(all.w)
                   : "l"(from));
    return __builtin_bit_cast(vector_of<T, Count>, all);
  } else {
    return load_vector<T, Count>(from);
  }
}

/// As `store_vector`, of what the block does not read again.
template <class T, int Count>
__device__ __forceinline__ void store_vector_once(T* to, const vector_of<T, Count>& values) {
  if constexpr (Count * sizeof(T) == 16) {
    const uint4 all = __builtin_bit_cast(uint4, values);
    asm volatile("st.global.L1::no_allocate.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(to), "r"(all.x), "r"(all.y), "r"(all.z), "r"(all.w)
                 : "memory");
  } else {
    store_vector(to, values);
  }
}

/// Transposes words as a square of bytes: byte k of word c changes places with byte c of word k.
__device__ __forceinline__ void transpose_bytes(unsigned (&words)[4]) {
  const unsigned low[] = {__byte_perm(words[0], words[1], 0x5140),
                          __byte_perm(words[2], words[3], 0x5140)};
  const unsigned high[] = {__byte_perm(words[0], words[1], 0x7362),
                           __byte_perm(words[2], words[3], 0x7362)};
  words[0] = __byte_perm(low[0], low[1], 0x5410);
  words[1] = __byte_perm(low[0], low[1], 0x7632);
  words[2] = __byte_perm(high[0], high[1], 0x5410);
  words[3] = __byte_perm(high[0], high[1], 0x7632);
}

}  // namespace gpu::kernels
