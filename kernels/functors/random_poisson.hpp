// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the Poisson distribution.
#pragma once

#include <gpu/kernels/functors/count_probability.hpp>
#include <gpu/kernels/functors/random_words.hpp>

namespace gpu::kernels {

/// For means below 10, from one number: probabilities are subtracted from it until it is spent. L.
/// Devroye, "Non-Uniform Random Variate Generation" (1986), X.3.3.
GPU_HD long long poisson_by_inversion(double mean, random_words& words) {
  constexpr long long most = 110;  // the probability of more is below 10^-70
  double left = words.open_unit();
  double probability = math::exp(-mean);
  long long k = 0;
  while (left > probability && k < most) {
    left -= probability;
    ++k;
    probability *= mean / static_cast<double>(k);
  }
  return k;
}

/// For means from 10 on: PTRS of W. Hörmann, "The transformed rejection method for generating
/// Poisson random variables", Insurance: Mathematics and Economics 12 (1993). 0.85 to 0.93 of the
/// numbers are taken, nearly all without logarithms.
GPU_HD double poisson_by_rejection(double mean, random_words& words) {
  const double b = 0.931 + 2.53 * math::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double taken_below = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = words.open_unit() - 0.5;
    const double v = words.open_unit();
    const double s = 0.5 - math::absolute(u);
    const double k = math::floor((2 * a / s + b) * u + mean + 0.43);
    if (s >= 0.07 && v <= taken_below) return k;
    if (k < 0 || (s < 0.013 && v > s)) continue;
    if (math::log(v * inverse_alpha / (a / (s * s) + b)) <= log_poisson_probability(k, mean))
      return k;
  }
}

/// Counts beyond int64 are the largest int64.
struct random_poisson {
  static constexpr functor_info info{
      .name = "random_poisson", .file = "random_poisson", .varying = 2, .weight = 100};

  GPU_HD long long operator()(long long i, double mean, unsigned long long c0,
                              unsigned long long c1, unsigned long long c2, unsigned long long c3,
                              unsigned long long k0, unsigned long long k1) const {
    if (mean >= 1e19) return saturated_count(mean);
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    if (!(mean >= 10)) return poisson_by_inversion(mean, words);
    return saturated_count(poisson_by_rejection(mean, words));
  }
};

}  // namespace gpu::kernels
