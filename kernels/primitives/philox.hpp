// SPDX-License-Identifier: BSD-3-Clause
// Philox4x64-10: four words of 64 bits from a counter and a key, by ten rounds of multiplications.
// J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2,
// 3", SC 2011.
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

GPU_HD constexpr philox_block philox(const philox_counter& counter, philox_key key) {
  constexpr unsigned long long multipliers[] = {0xd2e7470ee14c6c93ull, 0xca5a826395121157ull};
  constexpr unsigned long long increments[] = {0x9e3779b97f4a7c15ull, 0xbb67ae8584caa73bull};
  philox_block x{{counter.word[0], counter.word[1], counter.word[2], counter.word[3]}};
  for (int round = 0; round < 10; ++round) {
    const unsigned long long high0 = high_product(multipliers[0], x.word[0]);
    const unsigned long long high1 = high_product(multipliers[1], x.word[2]);
    x = {{high1 ^ x.word[1] ^ key.word[0], multipliers[1] * x.word[2],
          high0 ^ x.word[3] ^ key.word[1], multipliers[0] * x.word[0]}};
    key.word[0] += increments[0];
    key.word[1] += increments[1];
  }
  return x;
}

}  // namespace gpu::kernels
