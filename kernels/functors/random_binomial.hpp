// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the binomial distribution, and of the hypergeometric one.
#pragma once

#include <gpu/kernels/functors/count_probability.hpp>
#include <gpu/kernels/functors/random_words.hpp>

namespace gpu::kernels {

/// For n p below 10 and p up to 1/2, from one number: probabilities are subtracted from it until it
/// is spent. V. Kachitvichyanukul, B. W. Schmeiser, "Binomial random variate generation",
/// Communications of the ACM 31 (1988): algorithm BINV.
GPU_HD double binomial_by_inversion(double n, double p, random_words& words) {
  const double most = n < 110 ? n : 110;  // the probability of more is below 10^-70
  const double odds = p / (1 - p);
  double left = words.open_unit();
  double probability = math::exp(n * math::log1p(-p));
  double k = 0;
  while (left > probability && k < most) {
    left -= probability;
    probability *= (n - k) / (k + 1) * odds;
    ++k;
  }
  return k;
}

/// For n p from 10 on and p up to 1/2: BTRS of W. Hörmann, "The generation of binomial random
/// variates", Journal of Statistical Computation and Simulation 46 (1993). 0.87 to 0.93 of the
/// numbers are taken, most without logarithms.
GPU_HD double binomial_by_rejection(double n, double p, random_words& words) {
  const double deviation = math::sqrt(n * p * (1 - p));
  const double b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double alpha = (2.83 + 5.1 / b) * deviation;
  const double taken_below = 0.92 - 4.2 / b;
  const double mode = math::floor((n + 1) * p);
  for (;;) {
    const double u = words.open_unit() - 0.5;
    const double v = words.open_unit();
    const double s = 0.5 - math::absolute(u);
    const double k = math::floor((2 * a / s + b) * u + n * p + 0.5);
    if (s >= 0.07 && v <= taken_below) return k;
    if (k < 0 || k > n) continue;
    if (math::log(v * alpha / (a / (s * s) + b)) <=
        log_binomial_probability(k, n, p) - log_binomial_probability(mode, n, p))
      return k;
  }
}

/// How many of n trials succeed; 0 for n below 1. Of n beyond 2^53 a multiple of what a double can
/// tell.
struct random_binomial {
  static constexpr functor_info info{
      .name = "random_binomial", .file = "random_binomial", .varying = 3, .weight = 100};

  GPU_HD long long operator()(long long i, long long n, double p, unsigned long long c0,
                              unsigned long long c1, unsigned long long c2, unsigned long long c3,
                              unsigned long long k0, unsigned long long k1) const {
    if (n <= 0) return 0;
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    const auto trials = static_cast<double>(n);
    const double rarer = p > 0.5 ? 1 - p : p;
    const double k = trials * rarer < 10 ? binomial_by_inversion(trials, rarer, words)
                                         : binomial_by_rejection(trials, rarer, words);
    const auto count = static_cast<long long>(k);
    return p > 0.5 ? n - count : count;
  }
};

/// The same of fewer good than bad ones, and of a sample that leaves the most: one after the other
/// is drawn. `draws` and `good` may be exchanged.
GPU_HD double hypergeometric_by_draws(double draws, double good, double population,
                                      random_words& words) {
  double drawn = 0;
  for (double k = 0; k < draws; ++k)
    if (words.open_unit() * (population - k) < good - drawn) ++drawn;
  return drawn;
}

/// By the ratio of two numbers: HRUA of E. Stadlober, "The ratio of uniforms approach for
/// generating discrete random variates", Journal of Computational and Applied Mathematics 31
/// (1990).
GPU_HD double hypergeometric_by_ratio(double sample, double good, double population,
                                      random_words& words) {
  const double share = sample / population;
  const double bad = population - good;
  const auto log_share = [&](double k) {
    return log_binomial_probability(k, good, share) +
           log_binomial_probability(sample - k, bad, share);
  };
  const double mean = good * share;
  const double deviation = math::sqrt(
      (population - sample) * share * (good / population) * (bad / (population - 1)) + 0.5);
  // 2 sqrt(2 / e) and 3 - 2 sqrt(3 / e)
  const double width = 1.7155277699214135 * deviation + 0.8989161620588988;
  const double mode = math::floor((sample + 1) * (good + 1) / (population + 2));
  const double at_mode = log_share(mode);
  const double fewer = sample < good ? sample : good;
  const double far = math::floor(mean + 0.5 + 16 * deviation);
  const double end = fewer + 1 < far ? fewer + 1 : far;
  for (;;) {
    const double u = words.open_unit();
    const double v = words.open_unit();
    const double x = mean + 0.5 + width * (v - 0.5) / u;
    if (!(x >= 0 && x < end)) continue;
    const double k = math::floor(x);
    const double log_ratio = log_share(k) - at_mode;
    if (u * (4 - u) - 3 <= log_ratio) return k;
    if (u * (u - log_ratio) < 1 && 2 * math::log(u) <= log_ratio) return k;
  }
}

/// How many of a sample without replacement are good.
struct random_hypergeometric {
  static constexpr functor_info info{
      .name = "random_hypergeometric", .file = "random_binomial", .varying = 4, .weight = 120};

  GPU_HD long long operator()(long long i, long long good, long long bad, long long sample,
                              unsigned long long c0, unsigned long long c1, unsigned long long c2,
                              unsigned long long c3, unsigned long long k0,
                              unsigned long long k1) const {
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    const long long population = good + bad;
    // The same of the colour and of the part of the population that are fewer.
    const bool other_colour = good > bad;
    const bool other_part = sample > population - sample;
    const auto marked = static_cast<double>(other_colour ? bad : good);
    const long long part = other_part ? population - sample : sample;
    const auto drawn = static_cast<double>(part);
    const auto whole = static_cast<double>(population);
    const bool less_drawn = drawn < marked;
    const double k = (less_drawn ? drawn : marked) <= 10
                         ? hypergeometric_by_draws(less_drawn ? drawn : marked,
                                                   less_drawn ? marked : drawn, whole, words)
                         : hypergeometric_by_ratio(drawn, marked, whole, words);
    long long count = static_cast<long long>(k);
    if (other_colour) count = part - count;
    return other_part ? good - count : count;
  }
};

}  // namespace gpu::kernels
