// SPDX-License-Identifier: BSD-3-Clause
// A polynomial for |x| < 1. Else x = k ln 2 + r, |r| <= ln 2 / 2, and with the polynomials s of
// sinh r and c of cosh r - 1
//
//     sinh x = (2^(k-1) + 2^(-k-1)) s + (2^(k-1) - 2^(-k-1)) (1 + c),
//
// of which half is computed, as 2^(k-1) may be no number. c is Taylor's series.
#pragma once

#include "execute/host/math/avx2_exponentials.hpp"

namespace gpu::execute::avx2 {

/// Errs by less than 1.4 ULP in float32, and less than 1.8 in float64.
struct sinh {
  template <class Vector>
  GPU_AVX2 Vector operator()(Vector x) const {
    const Vector size = magnitude(x);
    const Vector small = less(size, one(x));
    if (everywhere(small)) return with_sign(x, near_0(size));
    const auto [shifted, remainder] = reduce(size);
    const Vector s = near_0(select(small, size, remainder));
    const Vector up = grown(shifted);
    const Vector down = shrunk(shifted);
    const Vector half = fma(up + down, s, (up - down) * cosh_minus_1(remainder)) + (up - down);
    return with_sign(x, select(small, s, half + half));
  }

 private:
  GPU_AVX2 static floats one(floats) { return all(1.0f); }
  GPU_AVX2 static doubles one(doubles) { return all(1.0); }

  /// Larger numbers would need a larger k; their result is infinity as well.
  GPU_AVX2 static reduced_exponent<floats> reduce(floats x) {
    return reduce_exponent(at_most(89.5f, x), 0);
  }
  GPU_AVX2 static reduced_exponent<doubles> reduce(doubles x) {
    return reduce_exponent(at_most(710.6, x), 0);
  }

  /// 2^(k-2).
  GPU_AVX2 static floats grown(floats shifted) { return power_of_2(bits(shifted) + 125u); }
  GPU_AVX2 static doubles grown(doubles shifted) { return power_of_2(bits(shifted) + 1021u); }

  /// 2^(-k-2), or 0 where that is subnormal.
  GPU_AVX2 static floats shrunk(floats shifted) {
    return power_of_2(difference_or_0(std::uint32_t{125}, bits(shifted) - bits(all(units(0.0f)))));
  }
  GPU_AVX2 static doubles shrunk(doubles shifted) {
    return power_of_2(difference_or_0(std::uint64_t{1021}, bits(shifted) - bits(all(units(0.0)))));
  }

  GPU_AVX2 static floats near_0(floats x) {
    const floats z = x * x;
    const floats tail =
        polynomial(z, 0x1.555556p-3f, 0x1.1110eap-7f, 0x1.a01c22p-13f, 0x1.76771ep-19f);
    return fma(x * z, tail, x);
  }
  GPU_AVX2 static doubles near_0(doubles x) {
    const doubles z = x * x;
    const doubles tail = polynomial(
        z, 0x1.5555555555556p-3, 0x1.111111111104p-7, 0x1.a01a01a0318d8p-13, 0x1.71de3a40565e2p-19,
        0x1.ae646b4d5f192p-26, 0x1.6118df71775a2p-33, 0x1.b52ebddfa1355p-41);
    return fma(x * z, tail, x);
  }

  GPU_AVX2 static floats cosh_minus_1(floats x) {
    const floats z = x * x;
    return z * polynomial(z, 1 / 2.0f, 1 / 24.0f, 1 / 720.0f);
  }
  GPU_AVX2 static doubles cosh_minus_1(doubles x) {
    const doubles z = x * x;
    return z *
           polynomial(z, 1 / 2.0, 1 / 24.0, 1 / 720.0, 1 / 40320.0, 1 / 3628800.0, 1 / 479001600.0);
  }
};

}  // namespace gpu::execute::avx2
