// SPDX-License-Identifier: BSD-3-Clause
// A polynomial for |x| <= 1/2. Above, arcsin x = pi/2 - 2 arcsin sqrt((1 - x) / 2).
#pragma once

#include <limits>

#include "execute/host/math/avx2_vectors.hpp"

namespace gpu::execute::avx2 {

/// Errs by less than 2.4 ULP.
struct arcsin {
  GPU_AVX2 floats operator()(floats x) const {
    return computed(x, all(0.5f), all(-2.0f), all(0x1.921fb6p0f));
  }
  GPU_AVX2 doubles operator()(doubles x) const {
    return computed(x, all(0.5), all(-2.0), all(0x1.921fb54442d18p0));
  }

 private:
  template <class Vector>
  GPU_AVX2 static Vector computed(Vector x, Vector half, Vector minus_2, Vector quarter_turn) {
    const Vector size = magnitude(x);
    const Vector large = less(half, size);
    const Vector rest = fma(size, -half, half);
    const Vector square = select(large, rest, size * size);
    const Vector root = select(large, sqrt(rest), size);
    const Vector angle = fma(tail(square), square * root, root);
    const Vector result = with_sign(x, select(large, fma(angle, minus_2, quarter_turn), angle));
    return select(rest, nan(x), result);  // `rest` is negative above 1 alone
  }

  GPU_AVX2 static floats nan(floats) { return all(std::numeric_limits<float>::quiet_NaN()); }
  GPU_AVX2 static doubles nan(doubles) { return all(std::numeric_limits<double>::quiet_NaN()); }

  /// arcsin(x) = x + x^3 tail(x^2).
  GPU_AVX2 static floats tail(floats z) {
    return polynomial(z, 0x1.5555c8p-3f, 0x1.330206p-4f, 0x1.747b72p-5f, 0x1.8c415ap-6f,
                      0x1.5959aap-5f);
  }
  GPU_AVX2 static doubles tail(doubles z) {
    return polynomial(z, 0x1.555555555539p-3, 0x1.333333336e80fp-4, 0x1.6db6db427a4f8p-5,
                      0x1.f1c72c38fb342p-6, 0x1.6e89f440197a7p-6, 0x1.1c6be1a687737p-6,
                      0x1.c6fdc1aaa5376p-7, 0x1.8ec2fca60409fp-7, 0x1.abcf5cd7c787cp-8,
                      0x1.3ff4a990af522p-6, -0x1.09d328339a1f6p-6, 0x1.056d6c81370bfp-5);
  }
};

}  // namespace gpu::execute::avx2
