// SPDX-License-Identifier: BSD-3-Clause
// |x| = n pi/2 + r with whole n and |r| <= pi/4: n pi/2 is subtracted in three parts, of which the
// first difference is exact and the others are rounded once (Cody, Waite, "Software Manual for the
// Elementary Functions", 1980). Numbers from 2^20 on are left to the C library, one by one.
#pragma once

#include <cmath>
#include <cstdint>

#include "execute/host/math/avx2_exponentials.hpp"

namespace gpu::execute::avx2 {

/// The remainder r, and a number that has n in its last bits.
struct quarter_turns {
  doubles shifted;
  doubles remainder;
};

GPU_AVX2 quarter_turns reduce_circular(doubles size) {
  const doubles shifted = fma(size, all(0x1.45f306dc9c883p-1), all(units(0.0)));
  const doubles n = shifted - all(units(0.0));
  const doubles first = fma(n, all(-0x1.921fb54442d18p0), size);
  const doubles second = fma(n, all(-0x1.1a62633145c07p-54), first);
  return {shifted, fma(n, all(0x1.f1976b7ed8fbcp-110), second)};
}

/// sin(r + n pi/2), where `shifted` has n in its last bits.
GPU_AVX2 doubles sin_of(doubles r, long_words shifted) {
  const doubles z = r * r;
  const doubles s =
      polynomial(z, -0x1.5555555555548p-3, 0x1.111111110f76p-7, -0x1.a01a019bf2b7dp-13,
                 0x1.71de355fa4c72p-19, -0x1.ae5e550039429p-26, 0x1.5d8e624f8bd9fp-33);
  const doubles c =
      polynomial(z, -0.5, 0x1.555555555554bp-5, -0x1.6c16c16c15018p-10, 0x1.a01a019c8f944p-16,
                 -0x1.27e4f7f1ee757p-22, 0x1.1ee9dc12a7aafp-29, -0x1.8fa6a88f8de3fp-37);
  const doubles value =
      select(reinterpret_cast<doubles>(shifted << 63), fma(z, c, all(1.0)), fma(r * z, s, r));
  return reinterpret_cast<doubles>(bits(value) ^ ((shifted << 62) & bits(all(-0.0))));
}

/// `values`, but those of large numbers, infinities and nans are those of `function`.
GPU_AVX2 doubles with_large(doubles x, doubles size, doubles values, double (*function)(double)) {
  constexpr double limit = 0x1p20;
  if (everywhere(less(size, all(limit)))) return values;
  double in[4], out[4];
  store(x, in);
  store(values, out);
  for (int i = 0; i < 4; ++i)
    if (!(in[i] < limit && in[i] > -limit)) out[i] = function(in[i]);
  return load(out);
}

/// Errs by less than 1.5 ULP.
struct sin {
  GPU_AVX2 doubles operator()(doubles x) const {
    const doubles size = magnitude(x);
    const auto [shifted, r] = reduce_circular(size);
    const doubles sine = sin_of(r, bits(shifted));
    const doubles signed_sine = reinterpret_cast<doubles>(bits(sine) ^ (bits(x) & bits(all(-0.0))));
    return with_large(x, size, signed_sine, &std::sin);
  }
};

/// Errs by less than 1.5 ULP.
struct cos {
  GPU_AVX2 doubles operator()(doubles x) const {
    const doubles size = magnitude(x);
    const auto [shifted, r] = reduce_circular(size);
    return with_large(x, size, sin_of(r, bits(shifted) + 1), &std::cos);
  }
};

}  // namespace gpu::execute::avx2
