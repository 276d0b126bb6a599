// SPDX-License-Identifier: BSD-3-Clause
// The bits of a float, read as a whole number, are nearly its logarithm: a third of them, negated,
// are those of t = 1 / cbrt(x) but for 4 % (Kahan, "Computing a Real Cube Root", 1991). With h = 1
// - x t^3, 1 / cbrt(x) = t (1 - h)^(-1/3), a polynomial in h of least squares; then cbrt(x) = x t^2
// (1 - h)^(-2/3), where h is so small that its square is not seen.
#pragma once

#include <limits>

#include "execute/host/math/avx2_vectors.hpp"

namespace gpu::execute::avx2 {

/// Errs by less than 0.98 ULP.
struct cbrt {
  GPU_AVX2 floats operator()(floats x) const {
    const floats size = magnitude(x);
    const floats subnormal = less(size, all(std::numeric_limits<float>::min()));
    const floats m = size * select(subnormal, all(0x1p24f), all(1.0f));
    const floats guess = first_guess(m);
    const floats t = guess * polynomial(residue(m, guess), 0x1.ffffbep-1f, 0x1.5553fcp-2f,
                                        0x1.ca346ap-3f, 0x1.65976p-3f);
    const floats y = m * (t * t);
    const floats corrected = fma(y * all(2 / 3.0f), fma(-y, t, all(1.0f)), y);
    const floats root = corrected * select(subnormal, all(0x1p-8f), all(1.0f));
    const floats regular =
        both(less(all(0.0f), size), less(size, all(std::numeric_limits<float>::infinity())));
    return with_sign(x, select(regular, root, size + size));
  }

 private:
  GPU_AVX2 static floats first_guess(floats m) {
    const floats logarithm = _mm256_cvtepi32_ps(_mm256_castps_si256(m));
    const floats third = fma(logarithm, all(-1 / 3.0f), all(0x1.5287dp+30f));
    return _mm256_castsi256_ps(_mm256_cvttps_epi32(third));
  }

  /// 1 - m t^3.
  GPU_AVX2 static floats residue(floats m, floats t) { return fma(-m * t, t * t, all(1.0f)); }
};

}  // namespace gpu::execute::avx2
