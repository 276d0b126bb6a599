// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the zeta distribution and of the logarithmic series distribution.
#pragma once

#include <gpu/kernels/functors/count_probability.hpp>
#include <gpu/kernels/functors/random_words.hpp>

namespace gpu::kernels {

/// Counts with probabilities in proportion to k^-a, a > 1, below 2^63. L. Devroye, "Non-Uniform
/// Random Variate Generation" (1986), X.6.1; exponentials of logarithms keep exponents near 1 and
/// large ones exact.
struct random_zipf {
  static constexpr functor_info info{
      .name = "random_zipf", .file = "random_power_law", .varying = 2, .weight = 100};

  GPU_HD long long operator()(long long i, double a, unsigned long long c0, unsigned long long c1,
                              unsigned long long c2, unsigned long long c3, unsigned long long k0,
                              unsigned long long k1) const {
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    const double power = a - 1;
    // 1 - (2^63)^-power: only counts below 2^63 are proposed.
    const double range = -math::expm1(-43.66827237527655 * power);
    const double largest = math::expm1(-0.6931471805599453 * power);
    for (;;) {
      const double u = words.open_unit();
      const double v = words.open_unit();
      const double x = math::floor(math::exp(-math::log1p(-u * range) / power));
      if (!(x >= 1 && x < 0x1p63)) continue;
      if (v * x * math::expm1(-power * math::log1p(1 / x)) / largest <= 1)
        return static_cast<long long>(x);
    }
  }
};

/// Counts with probabilities in proportion to p^k / k, 0 <= p < 1. A. W. Kemp, "Efficient
/// generation of logarithmically distributed pseudo-random variables", Applied Statistics 30
/// (1981): algorithm LK.
struct random_logseries {
  static constexpr functor_info info{
      .name = "random_logseries", .file = "random_power_law", .varying = 2, .weight = 90};

  GPU_HD long long operator()(long long i, double p, unsigned long long c0, unsigned long long c1,
                              unsigned long long c2, unsigned long long c3, unsigned long long k0,
                              unsigned long long k1) const {
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    const double v = words.open_unit();
    if (v >= p) return 1;
    const double rest = math::exp(math::log1p(-p) * words.open_unit());
    const double q = 1 - rest;
    if (v <= q * q) return saturated_count(math::floor(1 + math::log(v) / math::log1p(-rest)));
    return v >= q ? 1 : 2;
  }
};

}  // namespace gpu::kernels
