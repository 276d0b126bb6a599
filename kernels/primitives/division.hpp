// SPDX-License-Identifier: BSD-3-Clause
// n / d and n % d by a multiplication and a shift, for 0 <= n and 0 < d.
//
// Index   int (n, d < 2^31) or long long (n, d < 2^63)
//
// With s = ceil(log2 d) and m = floor(2^w * (2^s - d) / d) + 1, for w-bit words:
// n / d = (floor(n * m / 2^w) + n) >> s. The sum does not overflow, since n < 2^(w-1).
// Example, w = 32, d = 7: s = 3, m = floor(2^32 / 7) + 1 = 613566757; n = 20: (2 + 20) >> 3 = 2.
#pragma once

#ifndef __CUDA_ARCH__
#include <bit>
#endif

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

#ifndef __CUDA_ARCH__
/// Has twice the bits of `Word`.
template <class Word>
struct double_word {
  using type = unsigned long long;
};
template <>
struct double_word<unsigned long long> {
  __extension__ using type = unsigned __int128;
};
#endif

/// A divisor, prepared by the host.
template <class Index>
struct divisor {
  using word = typename unsigned_word<Index>::type;

  word value;
  word multiplier;
  unsigned shift;

#ifndef __CUDA_ARCH__
  /// @param value  if 0, the extent of an empty axis, by which nothing is divided, that of 1
  static constexpr divisor of(Index value) {
    const word d = value == 0 ? 1 : static_cast<word>(value);
    const auto shift = static_cast<unsigned>(std::bit_width(static_cast<word>(d - 1)));
    const typename double_word<word>::type rest = (word{1} << shift) - d;
    const auto quotient = static_cast<word>((rest << 8 * sizeof(word)) / d);
    return {d, static_cast<word>(quotient + 1), shift};
  }
#endif

  GPU_HD constexpr Index quotient(Index n) const {
    const word u = static_cast<word>(n);
    return static_cast<Index>((high_product(u, multiplier) + u) >> shift);
  }
  GPU_HD constexpr Index remainder(Index n, Index quotient) const {
    return n - quotient * static_cast<Index>(value);
  }
};

}  // namespace gpu::kernels
