// SPDX-License-Identifier: BSD-3-Clause
// Angles of the von Mises distribution.
#pragma once

#include <gpu/kernels/functors/random_words.hpp>

namespace gpu::kernels {

/// The angle of [-pi, pi] that is as many whole turns away.
GPU_HD double wrapped_angle(double angle) {
  constexpr double pi = 3.141592653589793;
  const double wrapped = math::fmod(math::absolute(angle) + pi, 2 * pi) - pi;
  return angle < 0 ? -wrapped : wrapped;
}

/// The cosine of a von Mises number around 0. D. J. Best, N. I. Fisher, "Efficient simulation of
/// the von Mises distribution", Applied Statistics 28 (1979). 0.66 of the numbers or more are
/// taken.
GPU_HD double vonmises_cosine(double kappa, random_words& words) {
  const double tau = 1 + math::sqrt(1 + 4 * kappa * kappa);
  const double rho = (tau - math::sqrt(2 * tau)) / (2 * kappa);
  // rho is the difference of nearly equal numbers for small kappa.
  const double r = kappa < 1e-5 ? 1 / kappa + kappa : (1 + rho * rho) / (2 * rho);
  for (;;) {
    const double z = math::cos(3.141592653589793 * words.open_unit());
    const double v = words.open_unit();
    const double w = (1 + r * z) / (r + z);
    const double y = kappa * (r - w);
    if (y * (2 - y) - v >= 0 || math::log(y / v) + 1 - y >= 0) return w;
  }
}

/// Around `mu`: for very large `kappa` normal numbers of variance 1 / kappa, for very small ones
/// all angles are alike.
struct random_vonmises {
  static constexpr functor_info info{
      .name = "random_vonmises", .file = "random_vonmises", .varying = 3, .weight = 120};

  GPU_HD double operator()(long long i, double mu, double kappa, unsigned long long c0,
                           unsigned long long c1, unsigned long long c2, unsigned long long c3,
                           unsigned long long k0, unsigned long long k1) const {
    if (math::isnan(kappa)) return kappa;
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    if (kappa < 1e-8) return 3.141592653589793 * (2 * words.open_unit() - 1);
    if (kappa > 1e6) return wrapped_angle(mu + words.normal<double>() * math::sqrt(1 / kappa));
    const double cosine = vonmises_cosine(kappa, words);
    const double angle = math::arccos(cosine < -1 ? -1.0 : cosine > 1 ? 1.0 : cosine);
    return wrapped_angle(mu + (words.open_unit() < 0.5 ? -angle : angle));
  }
};

}  // namespace gpu::kernels
