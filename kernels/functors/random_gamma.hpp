// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the gamma distribution, and of the beta distribution, which is a share of two of them.
// G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", ACM Transactions on
// Mathematical Software 26 (2000).
#pragma once

#include <gpu/kernels/functors/random_words.hpp>

namespace gpu::kernels {

/// x^2 / 2 + d (1 - v + log v), where v = (1 + t)^3 and t = x / sqrt(9 d): the logarithm of the
/// share of numbers that are taken. For small t by its series, as the terms cancel each other:
/// d t^4 (-3/4 + 3/5 t - 1/2 t^2 + 3/7 t^3 - ...).
template <class T>
GPU_HD T log_gamma_acceptance(T x, T d, T t, T v) {
  if (math::absolute(t) < T(0.0625)) {
    const T x2 = x * x;
    const T series =
        T(-0.75) + t * (T(0.6) + t * (T(-0.5) + t * (T(3) / 7 + t * (T(-0.375) + t * (T(1) / 3)))));
    return x2 * x2 / (81 * d) * series;
  }
  return x * x / 2 + d * (1 - v + math::log(v));
}

/// A number of the gamma distribution of a shape that is not below 1. About 0.98 of the first ones
/// that are drawn are taken.
template <class T>
GPU_HD T gamma_from_one(T shape, random_words& words) {
  const T d = shape - T(1) / 3;
  const T scale = 1 / (3 * math::sqrt(d));
  for (;;) {
    const T x = words.normal<T>();
    const T u = words.unit<T>();
    const T t = x * scale;
    if (!(t > -1)) continue;
    const T v = (1 + t) * (1 + t) * (1 + t);
    // The bound of the paper spares most numbers the logarithms.
    if (u < 1 - T(0.0331) * (x * x) * (x * x)) return d * v;
    if (math::log(u) < log_gamma_acceptance(x, d, t, v)) return d * v;
  }
}

/// A number of the gamma distribution as `base * exp(log_factor)`: of small shapes it may be
/// smaller than T can tell.
template <class T>
struct gamma_number {
  T base;
  T log_factor;
};

/// @param shape  above 0, and finite
template <class T>
GPU_HD gamma_number<T> gamma_of(T shape, random_words& words) {
  if (shape >= 1) return {gamma_from_one(shape, words), 0};
  // A gamma number of a + 1, times U^(1 / a), is one of a.
  const T base = gamma_from_one(shape + 1, words);
  return {base, math::log(words.unit<T>()) / shape};
}

/// Gamma numbers of scale 1. Of shape 0 it is 0, of infinity infinity, and nan of nan.
template <class T>
struct random_gamma {
  static constexpr functor_info info{
      .name = "random_gamma", .file = "random_gamma", .varying = 2, .weight = 100};

  GPU_HD T operator()(long long i, T shape, unsigned long long c0, unsigned long long c1,
                      unsigned long long c2, unsigned long long c3, unsigned long long k0,
                      unsigned long long k1) const {
    if (!(shape > 0) || !math::isfinite(shape)) return shape;
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    const gamma_number<T> drawn = gamma_of(shape, words);
    return drawn.log_factor == 0 ? drawn.base : drawn.base * math::exp(drawn.log_factor);
  }
};

/// The logarithms of gamma numbers of scale 1, which small shapes do not make 0.
template <class T>
struct random_log_gamma {
  static constexpr functor_info info{
      .name = "random_log_gamma", .file = "random_gamma", .varying = 2, .weight = 100};

  GPU_HD T operator()(long long i, T shape, unsigned long long c0, unsigned long long c1,
                      unsigned long long c2, unsigned long long c3, unsigned long long k0,
                      unsigned long long k1) const {
    if (!(shape > 0) || !math::isfinite(shape)) return math::log(shape);
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    const gamma_number<T> drawn = gamma_of(shape, words);
    return math::log(drawn.base) + drawn.log_factor;
  }
};

/// x / (x + y) of gamma numbers x of shape a, and y of shape b.
template <class T>
struct random_beta {
  static constexpr functor_info info{
      .name = "random_beta", .file = "random_gamma", .varying = 3, .weight = 120};

  GPU_HD T operator()(long long i, T a, T b, unsigned long long c0, unsigned long long c1,
                      unsigned long long c2, unsigned long long c3, unsigned long long k0,
                      unsigned long long k1) const {
    if (!(math::isfinite(a) && math::isfinite(b))) return (a - a) + (b - b);
    random_words words(i, {{{c0, c1, c2, c3}}, {{k0, k1}}});
    const gamma_number<T> x = gamma_of(a, words);
    const gamma_number<T> y = gamma_of(b, words);
    const T difference = y.log_factor - x.log_factor;
    // Both are infinite for shapes near the smallest there are: nearly all numbers are 0 or 1 then.
    if (math::isnan(difference)) return words.unit<T>() * (a / b + 1) <= a / b ? 1 : 0;
    const T ratio = y.base / x.base;
    return 1 / (1 + (difference == 0 ? ratio : ratio * math::exp(difference)));
  }
};

}  // namespace gpu::kernels
