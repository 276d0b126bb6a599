// SPDX-License-Identifier: BSD-3-Clause
// Sums of numbers that are given by their logarithms.
#pragma once

#include <gpu/elementwise/support/exponential.hpp>
#include <gpu/elementwise/support/logarithm.hpp>

namespace gpu::math {

template <class T>
GPU_HD T logaddexp(T x, T y) {
  const T gap = x - y;
  if (x == y) return x + T(0.693147180559945309417232121458);
  return gap > 0 ? x + log1p(exp(-gap)) : gap <= 0 ? y + log1p(exp(gap)) : gap;
}

template <class T>
GPU_HD T logaddexp2(T x, T y) {
  const T gap = x - y;
  const T log2_of_e = T(1.442695040888963407359924681002);
  if (x == y) return x + 1;
  return gap > 0    ? x + log2_of_e * log1p(exp2(-gap))
         : gap <= 0 ? y + log2_of_e * log1p(exp2(gap))
                    : gap;
}

}  // namespace gpu::math
