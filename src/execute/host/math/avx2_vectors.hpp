// SPDX-License-Identifier: BSD-3-Clause
// Vectors of 32 bytes, for functions that are written for AVX2 and FMA. Every operation is rounded
// as IEEE says and looks at its own lane alone. Only for files that hold loops.
//
// The coefficients of the functions' polynomials are of Sollya's fpminimax (Brisebarre, Chevillard,
// "Efficient polynomial L-infinity approximations", ARITH 2007), where nothing else is named.
#pragma once

#include <cstddef>
#include <cstdint>

#include <immintrin.h>

/// What is inlined where the machine is known to have AVX2 and FMA.
#define GPU_AVX2 [[gnu::target("avx2,fma"), gnu::always_inline]] inline

namespace gpu::execute::avx2 {

using floats [[gnu::vector_size(32)]] = float;
using doubles [[gnu::vector_size(32)]] = double;
using words [[gnu::vector_size(32)]] = std::uint32_t;
using long_words [[gnu::vector_size(32)]] = std::uint64_t;

GPU_AVX2 floats all(float x) {
  return _mm256_set1_ps(x);
}
GPU_AVX2 doubles all(double x) {
  return _mm256_set1_pd(x);
}

GPU_AVX2 floats load(const float* from) {
  return _mm256_loadu_ps(from);
}
GPU_AVX2 doubles load(const double* from) {
  return _mm256_loadu_pd(from);
}
GPU_AVX2 void store(floats x, float* to) {
  _mm256_storeu_ps(to, x);
}
GPU_AVX2 void store(doubles x, double* to) {
  _mm256_storeu_pd(to, x);
}

/// a * b + c, rounded once.
GPU_AVX2 floats fma(floats a, floats b, floats c) {
  return _mm256_fmadd_ps(a, b, c);
}
GPU_AVX2 doubles fma(doubles a, doubles b, doubles c) {
  return _mm256_fmadd_pd(a, b, c);
}

GPU_AVX2 floats sqrt(floats x) {
  return _mm256_sqrt_ps(x);
}
GPU_AVX2 doubles sqrt(doubles x) {
  return _mm256_sqrt_pd(x);
}

/// The smaller one, the larger one; nan where x is.
GPU_AVX2 floats at_most(float most, floats x) {
  return _mm256_min_ps(all(most), x);
}
GPU_AVX2 doubles at_most(double most, doubles x) {
  return _mm256_min_pd(all(most), x);
}
GPU_AVX2 floats at_least(float least, floats x) {
  return _mm256_max_ps(all(least), x);
}
GPU_AVX2 doubles at_least(double least, doubles x) {
  return _mm256_max_pd(all(least), x);
}

GPU_AVX2 floats magnitude(floats x) {
  return _mm256_andnot_ps(all(-0.0f), x);
}
GPU_AVX2 doubles magnitude(doubles x) {
  return _mm256_andnot_pd(all(-0.0), x);
}

/// `x`, which has no sign, with that of `signs`.
GPU_AVX2 floats with_sign(floats signs, floats x) {
  return _mm256_or_ps(x, _mm256_and_ps(signs, all(-0.0f)));
}
GPU_AVX2 doubles with_sign(doubles signs, doubles x) {
  return _mm256_or_pd(x, _mm256_and_pd(signs, all(-0.0)));
}

/// A mask: all bits of a lane where a < b, else none.
GPU_AVX2 floats less(floats a, floats b) {
  return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}
GPU_AVX2 doubles less(doubles a, doubles b) {
  return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}
GPU_AVX2 floats both(floats a, floats b) {
  return _mm256_and_ps(a, b);
}
GPU_AVX2 bool everywhere(floats mask) {
  return _mm256_movemask_ps(mask) == 0xff;
}
GPU_AVX2 bool everywhere(doubles mask) {
  return _mm256_movemask_pd(mask) == 0xf;
}
/// `a` where the highest bit of the mask is 1, else `b`.
GPU_AVX2 floats select(floats mask, floats a, floats b) {
  return _mm256_blendv_ps(b, a, mask);
}
GPU_AVX2 doubles select(doubles mask, doubles a, doubles b) {
  return _mm256_blendv_pd(b, a, mask);
}

GPU_AVX2 words bits(floats x) {
  return reinterpret_cast<words>(x);
}
GPU_AVX2 long_words bits(doubles x) {
  return reinterpret_cast<long_words>(x);
}

/// 2 to the power `biased` - 127, or - 1023; 0 for 0. Bits that the exponent has not are dropped.
GPU_AVX2 floats power_of_2(words biased) {
  return reinterpret_cast<floats>(biased << 23);
}
GPU_AVX2 doubles power_of_2(long_words biased) {
  return reinterpret_cast<doubles>(biased << 52);
}

/// a - b, or 0 if that is negative; below 2^31.
GPU_AVX2 words difference_or_0(std::uint32_t a, words b) {
  const __m256i difference = reinterpret_cast<__m256i>(a - b);
  return reinterpret_cast<words>(_mm256_max_epi32(difference, _mm256_setzero_si256()));
}
GPU_AVX2 long_words difference_or_0(std::uint64_t a, long_words b) {
  const __m256i difference = reinterpret_cast<__m256i>(a - b);
  return reinterpret_cast<long_words>(_mm256_max_epi32(difference, _mm256_setzero_si256()));
}

/// c0 + x (c1 + x (c2 + ...)).
template <class Vector, class T>
GPU_AVX2 Vector polynomial(Vector, T c) {
  return all(c);
}
template <class Vector, class T, class... Rest>
GPU_AVX2 Vector polynomial(Vector x, T c, Rest... rest) {
  return fma(x, polynomial(x, rest...), all(c));
}

}  // namespace gpu::execute::avx2
