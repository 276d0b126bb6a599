// SPDX-License-Identifier: BSD-3-Clause
// Quantiles of rows that were sorted as keys.
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

}  // namespace gpu::kernels
