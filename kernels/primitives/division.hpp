// SPDX-License-Identifier: BSD-3-Clause
// n / d and n % d by a multiplication and a shift, for 0 <= n and 0 < d.
//
// Index   int (n, d < 2^31) or long long (n, d < 2^63)
//
// With s = ceil(log2 d) and m = floor(2^w * (2^s - d) / d) + 1, for w-bit words:
// n / d = (floor(n * m / 2^w) + n) >> s. The sum does not overflow, since n < 2^(w-1).
// Example, w = 32, d = 7: s = 3, m = floor(2^32 / 7) + 1 = 613566757; n = 20: (2 + 20) >> 3 = 2.
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::kernels {

/// The high half of the product.
GPU_HD constexpr unsigned high_product(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
GPU_HD constexpr unsigned long long high_product(unsigned long long a, unsigned long long b) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) return __umul64hi(a, b);
  const unsigned long long low = 0xffffffffull;
  const unsigned long long cross = (a >> 32) * (b & low) + ((a & low) * (b & low) >> 32);
  const unsigned long long other = (a & low) * (b >> 32) + (cross & low);
  return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
#else
  __extension__ using product = unsigned __int128;
  return static_cast<unsigned long long>(static_cast<product>(a) * b >> 64);
#endif
}

template <class Index>
struct unsigned_word {
  using type = unsigned;
};
template <>
struct unsigned_word<long long> {
  using type = unsigned long long;
};

/// A divisor, prepared by the host.
template <class Index>
struct divisor {
  using word = typename unsigned_word<Index>::type;

  word value;
  word multiplier;
  unsigned shift;

  GPU_HD static constexpr divisor of(Index value) {
    const word d = static_cast<word>(value);
    unsigned shift = 0;
    while ((word{1} << shift) < d) ++shift;
    // Long division of 2^w * (2^s - d) by d, bit by bit; the quotient is below 2^w.
    word rest = (word{1} << shift) - d;
    word quotient = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(word); ++bit) {
      const bool carry = rest >= d - rest;
      rest = carry ? rest - (d - rest) : rest + rest;
      quotient = quotient << 1 | (carry ? 1u : 0u);
    }
    return {d, static_cast<word>(quotient + 1), shift};
  }

  GPU_HD constexpr Index quotient(Index n) const {
    const word u = static_cast<word>(n);
    return static_cast<Index>((high_product(u, multiplier) + u) >> shift);
  }
  GPU_HD constexpr Index remainder(Index n, Index quotient) const {
    return n - quotient * static_cast<Index>(value);
  }
};

}  // namespace gpu::kernels
