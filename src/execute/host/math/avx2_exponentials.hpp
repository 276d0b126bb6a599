// SPDX-License-Identifier: BSD-3-Clause
// x = k ln 2 + r with whole k and |r| <= ln 2 / 2, and e^x = 2^k e^r, where e^r is a polynomial; so
// for 2^x (Cody, Waite, "Software Manual for the Elementary Functions", 1980). k is rounded by
// adding a number of which the last bit is 1, and its bits stay there.
//
// 2^k is no number where e^x is subnormal or just below infinity, so it is applied in two halves.
#pragma once

#include "execute/host/math/avx2_vectors.hpp"

namespace gpu::execute::avx2 {

/// A number of which the last bit is 1, plus `offset`.
inline constexpr float units(float offset) {
  return 0x1.8p23f + offset;
}
inline constexpr double units(double offset) {
  return 0x1.8p52 + offset;
}

/// x = k ln 2 + remainder; `shifted` has `offset` + k in its last bits.
template <class Vector>
struct reduced_exponent {
  Vector shifted;
  Vector remainder;
};

GPU_AVX2 reduced_exponent<floats> reduce_exponent(floats x, float offset) {
  const floats shifted = fma(x, all(0x1.715476p0f), all(units(offset)));
  const floats k = shifted - all(units(offset));
  return {shifted, fma(k, all(-0x1.7f7d1cp-20f), fma(k, all(-0x1.62e4p-1f), x))};
}

GPU_AVX2 reduced_exponent<doubles> reduce_exponent(doubles x, double offset) {
  const doubles shifted = fma(x, all(0x1.71547652b82fep0), all(units(offset)));
  const doubles k = shifted - all(units(offset));
  return {shifted, fma(k, all(-0x1.a39ef35793c76p-33), fma(k, all(-0x1.62e42feep-1), x))};
}

/// `x` 2^k; `shifted` has 254 + k in its last bits, or 2046 + k.
GPU_AVX2 floats scaled(floats x, floats shifted) {
  const words half = bits(shifted) >> 1;
  return x * power_of_2(half) * power_of_2(bits(shifted) - half);
}

GPU_AVX2 doubles scaled(doubles x, doubles shifted) {
  const long_words half = bits(shifted) >> 1;
  return x * power_of_2(half) * power_of_2(bits(shifted) - half);
}

/// (e^r - 1 - r) / r^2.
GPU_AVX2 doubles tail_of_exp(doubles r) {
  return polynomial(r, 0.5, 0x1.5555555555559p-3, 0x1.555555555554dp-5, 0x1.111111110f65bp-7,
                    0x1.6c16c16c1aafdp-10, 0x1.a01a01afff4dap-13, 0x1.a01a018e0d686p-16,
                    0x1.71ddf81d7c989p-19, 0x1.27e51344fc69fp-22, 0x1.af5f0e9c18c48p-26,
                    0x1.1f1a15709f0f5p-29);
}

/// Errs by less than 1.04 ULP in float32, and less than 1.1 in float64.
struct exp {
  GPU_AVX2 floats operator()(floats x) const {
    const auto [shifted, r] = reduce_exponent(at_least(-104.0f, at_most(89.0f, x)), 254);
    const floats square = r * r;
    const floats high = polynomial(r, 0x1.555a28p-5f, 0x1.12398ep-7f, 0x1.694ac4p-10f);
    const floats low = polynomial(r, 0x1.fffffap-2f, 0x1.555492p-3f);
    return scaled(fma(fma(high, square, low), square, r) + all(1.0f), shifted);
  }
  GPU_AVX2 doubles operator()(doubles x) const {
    const auto [shifted, r] = reduce_exponent(at_least(-746.0, at_most(710.0, x)), 2046);
    return scaled(fma(r * r, tail_of_exp(r), r) + all(1.0), shifted);
  }
};

/// Errs by less than 0.9 ULP.
struct exp2 {
  GPU_AVX2 floats operator()(floats x) const {
    const floats y = at_least(-151.0f, at_most(129.0f, x));
    const floats shifted = y + all(units(254.0f));
    const floats r = y - (shifted - all(units(254.0f)));
    return scaled(polynomial(r, 1.0f, 0x1.62e43p-1f, 0x1.ebfbd8p-3f, 0x1.c6af76p-5f, 0x1.3b30ap-7f,
                             0x1.5f0b82p-10f, 0x1.3fa208p-13f),
                  shifted);
  }
};

/// 2 (2^(k-1) (e^r - 1) + (2^(k-1) - 1/2)). Errs by less than 1.6 ULP in float32, less
/// than 1.9 in float64.
struct expm1 {
  GPU_AVX2 floats operator()(floats x) const {
    const auto [shifted, r] = reduce_exponent(at_least(-20.0f, at_most(89.0f, x)), 126);
    const floats tail = polynomial(r, 0x1.fffffep-2f, 0x1.5554bp-3f, 0x1.555716p-5f, 0x1.1227a2p-7f,
                                   0x1.6b737cp-10f);
    return select(less(magnitude(x), all(0x1p-25f)), x, result(power_of_2(bits(shifted)), r, tail));
  }
  GPU_AVX2 doubles operator()(doubles x) const {
    const auto [shifted, r] = reduce_exponent(at_least(-40.0, at_most(710.0, x)), 1022);
    return select(less(magnitude(x), all(0x1p-54)), x,
                  result(power_of_2(bits(shifted)), r, tail_of_exp(r)));
  }

 private:
  template <class Vector>
  GPU_AVX2 static Vector result(Vector power, Vector r, Vector tail) {
    const Vector half = fma(power, fma(r * r, tail, r), power - 0.5f);
    return half + half;
  }
};

}  // namespace gpu::execute::avx2
