// SPDX-License-Identifier: BSD-3-Clause
// x = 2^k (1 + r) with whole k and -1/3 <= r < 1/3, and log x = k log 2 + log(1 + r), where the
// last is r times a constant, plus r^2 times a polynomial.
#pragma once

#include <limits>

#include "execute/host/math/avx2_vectors.hpp"

namespace gpu::execute::avx2 {

/// `Log::of(k, r)` for positive normal numbers x, where `shift` is added to k.
template <class Log>
GPU_AVX2 floats of_normal(floats x, floats shift) {
  const words k = (bits(x) - bits(all(2 / 3.0f))) & 0xff800000u;
  const floats scaled = _mm256_cvtepi32_ps(reinterpret_cast<__m256i>(k));
  return Log::of(fma(scaled, all(0x1p-23f), shift),
                 reinterpret_cast<floats>(bits(x) - k) - all(1.0f));
}

/// Vectors of positive normal numbers alone take a short way, to the same bits.
template <class Log>
GPU_AVX2 floats logarithm(floats x) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float smallest = std::numeric_limits<float>::min();
  const floats finite = less(x, all(infinity));
  if (everywhere(both(less(all(0x1.fffffcp-127f), x), finite))) return of_normal<Log>(x, all(0.0f));
  const floats subnormal = less(x, all(smallest));
  const floats result = of_normal<Log>(x * select(subnormal, all(0x1p23f), all(1.0f)),
                                       select(subnormal, all(-23.0f), all(0.0f)));
  const floats of_rest = select(less(x, all(0.0f)), all(std::numeric_limits<float>::quiet_NaN()),
                                select(less(magnitude(x), all(smallest)), all(-infinity), x));
  return select(both(less(all(0.0f), x), finite), result, of_rest);
}

/// Errs by less than 0.94 ULP.
struct log {
  GPU_AVX2 floats operator()(floats x) const { return logarithm<log>(x); }

  /// k log 2 + log(1 + r).
  GPU_AVX2 static floats of(floats k, floats r) {
    const floats tail =
        polynomial(r, -0x1p-1f, 0x1.555502p-2f, -0x1.ffff14p-3f, 0x1.99d1c6p-3f, -0x1.559804p-3f,
                   0x1.1ec0dp-3f, -0x1.f3a788p-4f, 0x1.1ec6ep-3f, -0x1.06cedcp-3f);
    return fma(k, all(0x1.62e43p-1f), fma(r * r, tail, r));
  }
};

/// Errs by less than 1.43 ULP.
struct log2 {
  GPU_AVX2 floats operator()(floats x) const { return logarithm<log2>(x); }

  /// k + log2(1 + r).
  GPU_AVX2 static floats of(floats k, floats r) {
    const floats tail = polynomial(r, -0x1.715476p-1f, 0x1.ec7024p-2f, -0x1.715404p-2f,
                                   0x1.279f9p-2f, -0x1.ecc50ap-3f, 0x1.9dab04p-3f, -0x1.68ea1p-3f,
                                   0x1.9ddbc2p-3f, -0x1.795a28p-3f);
    return k + fma(r, all(0x1.715476p0f), fma(r * r, tail, r * all(0x1.4ae0cp-26f)));
  }
};

}  // namespace gpu::execute::avx2
