// SPDX-License-Identifier: BSD-3-Clause
// Where quantiles lie among sorted elements, and what they are between two of them, with NumPy's
// rounding.
#pragma once

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/elementwise/support/rounding.hpp>
#include <gpu/elementwise/support/sort_key.hpp>

namespace gpu {

/// NumPy's `method=` of quantiles: those of Hyndman and Fan, and four others.
enum class quantile_rule : int {
  linear,
  lower,
  higher,
  midpoint,
  nearest,
  inverted_cdf,
  averaged_inverted_cdf,
  closest_observation,
  interpolated_inverted_cdf,
  hazen,
  weibull,
  median_unbiased,
  normal_unbiased,
  middle,  ///< no method, but the median: the mean of the one or two elements in the middle
};

/// Whether results are elements themselves, and have their dtype.
GPU_HD constexpr bool is_discrete(quantile_rule rule) {
  return rule == quantile_rule::lower || rule == quantile_rule::higher ||
         rule == quantile_rule::nearest || rule == quantile_rule::inverted_cdf ||
         rule == quantile_rule::closest_observation;
}

namespace math {

/// Between the elements at two positions, so far from the first to the second.
template <class V>
struct quantile_place {
  long long previous;
  long long next;
  V weight;
};

/// The position of a discrete rule, not yet cut to those that exist.
template <class V>
GPU_HD V discrete_position(quantile_rule rule, long long n, V q) {
  if (rule == quantile_rule::lower) return floor(V(n - 1) * q);
  if (rule == quantile_rule::higher) return ceil(V(n - 1) * q);
  if (rule == quantile_rule::nearest) return rint(V(n - 1) * q);
  const bool is_closest = rule == quantile_rule::closest_observation;
  const V position = is_closest ? V(n) * q - 1 - V(0.5) : V(n) * q - 1;
  const V below = floor(position);
  const bool is_odd = floor(below / 2) * 2 != below;
  return position == below && (!is_closest || is_odd) ? below : below + 1;
}

/// The position of any other rule, which lies between elements.
template <class V>
GPU_HD V position_between(quantile_rule rule, long long n, V q) {
  const auto with = [&](double alpha, double beta) {
    return V(n) * q + (V(alpha) + q * V(1 - alpha - beta)) - 1;
  };
  switch (rule) {
    case quantile_rule::midpoint:
      return V(0.5) * (floor(V(n - 1) * q) + ceil(V(n - 1) * q));
    case quantile_rule::averaged_inverted_cdf:
      return V(n) * q - 1;
    case quantile_rule::interpolated_inverted_cdf:
      return with(0, 1);
    case quantile_rule::hazen:
      return with(0.5, 0.5);
    case quantile_rule::weibull:
      return with(0, 0);
    case quantile_rule::median_unbiased:
      return with(1 / 3.0, 1 / 3.0);
    case quantile_rule::normal_unbiased:
      return with(3 / 8.0, 3 / 8.0);
    default:
      return V(n - 1) * q;
  }
}

/// The place of quantile q of n > 0 elements.
template <class V>
GPU_HD quantile_place<V> place_of_quantile(quantile_rule rule, long long n, V q) {
  if (rule == quantile_rule::middle) return {(n - 1) / 2, n / 2, V(0.5)};
  if (is_discrete(rule)) {
    const V position = discrete_position(rule, n, q);
    const long long cut = position <= 0 ? 0 : static_cast<long long>(position);
    return {cut < n ? cut : n - 1, cut < n ? cut : n - 1, V(0)};
  }
  const V position = position_between(rule, n, q);
  const V below = floor(position);
  // Beyond the ends NumPy weighs by the distance from index 0 or -1. It decides about signs of 0.
  const bool is_above = position >= V(n - 1);
  const V rest = position - (is_above ? V(-1) : position < 0 ? V(0) : below);
  const V weight = rule == quantile_rule::midpoint                ? V(position == below ? 0 : 0.5)
                   : rule == quantile_rule::averaged_inverted_cdf ? V(rest == 0 ? 0.5 : 1)
                                                                  : rest;
  if (is_above) return {n - 1, n - 1, weight};
  if (position < 0) return {0, 0, weight};
  return {static_cast<long long>(below), static_cast<long long>(below) + 1, weight};
}

/// y - x, which wraps as NumPy's does.
template <class T>
GPU_HD T difference(T y, T x) {
  if constexpr (integral_element<T>)
    return static_cast<T>(static_cast<modular<T>>(y) - static_cast<modular<T>>(x));
  else
    return T(y - x);
}

/// The element so far from x to y, from the nearer of the two.
template <class R, class T, class V>
GPU_HD R on_the_way(T x, T y, V weight) {
  const R step = cast<R>(difference(y, x));
  if (weight >= V(0.5)) return R(cast<R>(y) - R(step * cast<R>(V(1) - weight)));
  return R(cast<R>(x) + R(step * cast<R>(weight)));
}

template <class R, class T>
GPU_HD R mean_of_two(T x, T y) {
  using wide = computed<R>;
  return cast<R>((cast<wide>(x) + cast<wide>(y)) / 2);
}

/// What lies at a place of sorted elements, of which `at(k)` is one.
template <class R, class V, class At>
GPU_HD R quantile_at(quantile_rule rule, const quantile_place<V>& place, const At& at) {
  const auto x = at(place.previous);
  const auto y = at(place.next);
  if (is_discrete(rule)) return cast<R>(x);
  if constexpr (!integral_element<R>) {
    if (rule != quantile_rule::middle) return on_the_way<R>(x, y, place.weight);
    return place.previous == place.next ? cast<R>(x) : mean_of_two<R>(x, y);
  } else {
    return cast<R>(x);
  }
}

/// How many of n sorted keys come before those of nans.
template <class T, class Keys>
GPU_HD long long count_of_numbers(const Keys& keys, long long first, long long n) {
  long long low = 0;
  long long high = n;
  while (low < high) {
    const long long middle = low + (high - low) / 2;
    if (keys[first + middle] == nan_key<T>)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Quantile q of the n > 0 elements of type `T` whose sorted keys begin at `first`.
template <class R, class T, class V, class Keys>
GPU_HD R quantile_of_keys(const Keys& keys, long long first, long long n, quantile_rule rule, V q,
                          bool skips_nans) {
  if constexpr (!integral_element<T>) {
    if (keys[first + n - 1] == nan_key<T>) {
      if (skips_nans) n = count_of_numbers<T>(keys, first, n);
      if (!skips_nans || n == 0) return R(nan<float>);
    }
  }
  return quantile_at<R>(rule, place_of_quantile(rule, n, q),
                        [&](long long k) { return from_sort_key<T>(keys[first + k]); });
}

}  // namespace math
}  // namespace gpu
