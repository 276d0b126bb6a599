// SPDX-License-Identifier: BSD-3-Clause
// Logarithms of probabilities of counts, in forms whose terms do not cancel each other: C. Loader,
// "Fast and accurate computation of binomial probabilities" (2000). Counts are integers.
#pragma once

#include <gpu/elementwise/support/math.hpp>

namespace gpu::kernels {

/// log(k!) - log(sqrt(2 pi k) (k / e)^k), k > 0: Stirling's series, and for small k what it
/// approximates.
GPU_HD double stirling_error(double k) {
  if (k < 16) {
    double factorial = 1;
    for (double factor = 2; factor <= k; ++factor) factorial *= factor;
    return math::log(factorial) - (k + 0.5) * math::log(k) + k - 0.9189385332046728;
  }
  const double inverse = 1 / (k * k);
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - inverse / 1680) * inverse) * inverse) / k;
}

/// k log(k / mean) + mean - k, k > 0: how far k is from its mean.
GPU_HD double deviance(double k, double mean) {
  const double share = (k - mean) / mean;
  return k * (share < -0.5 ? math::log(k / mean) : math::log1p(share)) - (k - mean);
}

/// log(mean^k exp(-mean) / k!)
GPU_HD double log_poisson_probability(double k, double mean) {
  if (k == 0) return -mean;
  return -0.5 * math::log(6.283185307179586 * k) - stirling_error(k) - deviance(k, mean);
}

/// log(n! / (k! (n - k)!) p^k (1 - p)^(n - k)), 0 <= k <= n, 0 < p < 1
GPU_HD double log_binomial_probability(double k, double n, double p) {
  if (k == 0) return n * math::log1p(-p);
  if (k == n) return n * math::log(p);
  const double rest = n - k;
  return 0.5 * math::log(n / k / rest / 6.283185307179586) + stirling_error(n) - stirling_error(k) -
         stirling_error(rest) - deviance(k, n * p) - deviance(rest, n * (1 - p));
}

/// The same as an integer; the largest one of what is too large.
GPU_HD long long saturated_count(double count) {
  return count < 0x1p63 ? static_cast<long long>(count) : 0x7fffffffffffffff;
}

}  // namespace gpu::kernels
