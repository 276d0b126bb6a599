// SPDX-License-Identifier: BSD-3-Clause
// Philox4x64-10 and Philox4x32-10: four words of 64 or 32 bits from a counter and a key, by ten
// rounds of multiplications. J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011.
#pragma once

#include <gpu/kernels/primitives/division.hpp>

namespace gpu::kernels {

/// An integer of 256 bits, the least significant word first.
struct philox_counter {
  unsigned long long word[4];
};
struct philox_key {
  unsigned long long word[2];
};
/// What belongs to one counter.
struct philox_block {
  unsigned long long word[4];
};

/// `counter + steps`, modulo 2^256.
GPU_HD constexpr philox_counter advanced(philox_counter counter, unsigned long long steps) {
  unsigned long long carry = steps;
  for (int i = 0; i < 4; ++i) {  // all: the device shares what has no branches
    counter.word[i] += carry;
    carry = counter.word[i] < carry ? 1 : 0;
  }
  return counter;
}

template <class Word>
struct philox_constants;
template <>
struct philox_constants<unsigned long long> {
  static constexpr unsigned long long multipliers[] = {0xd2e7470ee14c6c93ull,
                                                       0xca5a826395121157ull};
  static constexpr unsigned long long increments[] = {0x9e3779b97f4a7c15ull, 0xbb67ae8584caa73bull};
};
template <>
struct philox_constants<unsigned> {
  static constexpr unsigned multipliers[] = {0xd2511f53u, 0xcd9e8d57u};
  static constexpr unsigned increments[] = {0x9e3779b9u, 0xbb67ae85u};
};

template <class Word>
struct word_pair {
  Word high;
  Word low;
};

/// Both halves of a product.
GPU_HD constexpr word_pair<unsigned long long> product(unsigned long long a, unsigned long long b) {
#ifdef __CUDA_ARCH__
  return {high_product(a, b), a * b};
#else
  __extension__ using wide = unsigned __int128;
  const wide both = static_cast<wide>(a) * b;
  return {static_cast<unsigned long long>(both >> 64), static_cast<unsigned long long>(both)};
#endif
}
/// The device makes one instruction of both.
GPU_HD constexpr word_pair<unsigned> product(unsigned a, unsigned b) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) return {__umulhi(a, b), a * b};
#endif
  const unsigned long long both = static_cast<unsigned long long>(a) * b;
  return {static_cast<unsigned>(both >> 32), static_cast<unsigned>(both)};
}

/// The rounds, in place.
template <class Word>
GPU_HD constexpr void run_philox(Word (&x)[4], Word key0, Word key1) {
  constexpr Word m0 = philox_constants<Word>::multipliers[0];
  constexpr Word m1 = philox_constants<Word>::multipliers[1];
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#pragma GCC unroll 10  // as the device's compiler does: the processor has several blocks under way
#endif
  for (int round = 0; round < 10; ++round) {
    const word_pair<Word> first = product(m0, x[0]);
    const word_pair<Word> second = product(m1, x[2]);
    x[0] = second.high ^ x[1] ^ key0;
    x[1] = second.low;
    x[2] = first.high ^ x[3] ^ key1;
    x[3] = first.low;
    key0 += philox_constants<Word>::increments[0];
    key1 += philox_constants<Word>::increments[1];
  }
}

GPU_HD constexpr philox_block philox(const philox_counter& counter, const philox_key& key) {
  philox_block x{{counter.word[0], counter.word[1], counter.word[2], counter.word[3]}};
  run_philox(x.word, key.word[0], key.word[1]);
  return x;
}

/// Where a stream of Philox4x32 stands: a counter of 128 bits, and the key.
struct philox32_stream {
  unsigned long long low;
  unsigned long long high;
  unsigned long long key;
};
struct philox32_block {
  unsigned word[4];
};

/// Of the counter that is larger by `number`.
GPU_HD constexpr philox32_block philox32(const philox32_stream& stream, unsigned long long number) {
  const unsigned long long low = stream.low + number;
  const unsigned long long high = stream.high + (low < number ? 1 : 0);
  philox32_block x{{static_cast<unsigned>(low), static_cast<unsigned>(low >> 32),
                    static_cast<unsigned>(high), static_cast<unsigned>(high >> 32)}};
  run_philox(x.word, static_cast<unsigned>(stream.key), static_cast<unsigned>(stream.key >> 32));
  return x;
}

}  // namespace gpu::kernels
