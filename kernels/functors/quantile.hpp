// SPDX-License-Identifier: BSD-3-Clause
// Quantiles of rows that were sorted as keys, or of which elements were selected by their ranks.
#pragma once

#include <gpu/elementwise/support/quantile.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// Quantile q[i / rows] of row i % rows of elements of type `T`, whose keys are sorted.
template <class R, class T, class V>
struct quantile {
  static constexpr functor_info info{
      .name = "quantile", .file = "quantile", .weight = unbounded_weight, .gpu_only = true};

  GPU_HD R operator()(long long i, array_at<math::sort_key_t<T>> keys, array_at<V> q,
                      long long rows, long long columns, int rule, bool skips_nans) const {
    return math::quantile_of_keys<R, T>(keys, i % rows * columns, columns,
                                        static_cast<quantile_rule>(rule), q[i / rows], skips_nans);
  }
};

/// Among the ranks that are selected for quantiles of row i / count, the one at i % count: 2 k and
/// 2 k + 1 are those that q[k] lies between, the last one is that of the last of the row's numbers.
template <class V>
struct quantile_rank {
  static constexpr functor_info info{
      .name = "quantile_rank", .file = "quantile", .weight = unbounded_weight, .gpu_only = true};

  GPU_HD long long operator()(long long i, array_at<long long> numbers, array_at<V> q,
                              long long count, int rule) const {
    const long long n = numbers[i / count];
    const long long k = i % count;
    if (n == 0 || k == count - 1) return n - 1;
    const auto place = math::place_of_quantile(static_cast<quantile_rule>(rule), n, q[k / 2]);
    return k % 2 == 0 ? place.previous : place.next;
  }
};

/// Quantile q[i / rows] of row i % rows, whose elements of these ranks, `count` of each row, are
/// given. From the ranks of a row to those of the next are `step`.
template <class R, class T, class V>
struct quantile_of_selected {
  static constexpr functor_info info{.name = "quantile_of_selected",
                                     .file = "quantile",
                                     .weight = unbounded_weight,
                                     .gpu_only = true};

  GPU_HD R operator()(long long i, array_at<T> elements, array_at<long long> ranks, array_at<V> q,
                      long long rows, long long count, long long step, int rule) const {
    const long long row = i % rows;
    const long long k = i / rows;
    const long long n = ranks[row * step + count - 1] + 1;
    if constexpr (!integral_element<T>)
      if (n == 0 || math::isnan(elements[row * count + count - 1])) return R(math::nan<float>);
    const auto found = static_cast<quantile_rule>(rule);
    const auto place = math::place_of_quantile(found, n, q[k]);
    return math::quantile_at<R>(found, place, [&](long long rank) {
      return elements[row * count + 2 * k + (rank == place.previous ? 0 : 1)];
    });
  }
};

}  // namespace gpu::kernels
