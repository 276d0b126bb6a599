// SPDX-License-Identifier: BSD-3-Clause
// Neighbouring elements in the registers of a warp: 4096 bytes of memory, by loads of 16 bytes that
// do not wait for each other.
#pragma once

#include <cstdint>

namespace gpu::cub_kernels {

/// 16 bytes in which each element is the same one.
template <class Bits>
__device__ uint4 repeated(Bits x) {
  std::uint64_t word = x;
#pragma unroll
  for (int bytes = sizeof(Bits); bytes < 8; bytes *= 2) word |= word << (8 * bytes % 64);
  const auto low = static_cast<unsigned>(word);
  const auto high = static_cast<unsigned>(word >> 32);
  return {low, high, low, high};
}

/// 16 bytes as elements.
template <class Bits>
struct vector_of {
  static constexpr int width = 16 / static_cast<int>(sizeof(Bits));

  uint4 held;

  [[nodiscard]] __device__ Bits operator[](int element) const {
    const int word = element * static_cast<int>(sizeof(Bits)) / 4;
    const unsigned low = word == 0 ? held.x : word == 1 ? held.y : word == 2 ? held.z : held.w;
    if constexpr (sizeof(Bits) == 8)
      return static_cast<Bits>(word == 0 ? held.y : held.w) << 32 | low;
    else
      return static_cast<Bits>(low >> (8 * (element * static_cast<int>(sizeof(Bits)) % 4)));
  }
};

/// The same address, and the same number, which the compiler would else find out again wherever
/// they are used.
template <class T>
const __device__ T* kept(const T* address) {
  asm("" : "+l"(address));
  __builtin_assume(__isGlobal(address));
  return address;
}
__device__ inline int kept(int number) {
  asm("" : "+r"(number));
  return number;
}

template <class Bits>
struct row_chunk {
  static constexpr int vectors = 8;  ///< of a lane: those of 32 lanes are neighbours
  static constexpr int width = vector_of<Bits>::width;

  uint4 held[vectors];

  /// Vectors `first`, `first + 32` ... of `count` that there are; others are `fill`. For lane 0
  /// `first` is `begin`.
  __device__ void load(const uint4* row, int begin, int first, int count, const uint4& fill) {
    const uint4* const from = kept(row + first);
    if (begin + 32 * vectors <= count) {
#pragma unroll
      for (int i = 0; i < vectors; ++i) held[i] = from[32 * i];
    } else {
#pragma unroll
      for (int i = 0; i < vectors; ++i) held[i] = first + 32 * i < count ? from[32 * i] : fill;
    }
  }

  [[nodiscard]] __device__ Bits at(int vector, int element) const {
    return vector_of<Bits>{held[vector]}[element];
  }
};

}  // namespace gpu::cub_kernels
