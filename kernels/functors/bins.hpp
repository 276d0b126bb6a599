// SPDX-License-Identifier: BSD-3-Clause
// Numbers of bins, and the sums of what is in one.
#pragma once

#include <gpu/elementwise/support/bins.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// As `math::uniform_bin_of`.
template <class T, class Wide>
struct uniform_bin {
  static constexpr functor_info info{
      .name = "uniform_bin", .file = "bins", .weight = unbounded_weight};

  GPU_HD int operator()(T x, array_at<T> edges, Wide span, long long bins) const {
    return static_cast<int>(math::uniform_bin_of(x, span, edges, bins));
  }
};

/// As `math::bin_between`, of edges that are `step` apart in memory.
template <class T>
struct bin_between {
  static constexpr functor_info info{
      .name = "bin_between", .file = "bins", .weight = unbounded_weight, .gpu_only = true};

  GPU_HD int operator()(T x, long long edges, long long step, long long bins) const {
    return static_cast<int>(math::bin_between(x, array_at<T>(edges, step), bins));
  }
};

/// How many of `count` ascending edges, `step` apart in memory, come before x; how many do not if
/// they `descend`, and are read from the last on.
template <class T>
struct digitize {
  static constexpr functor_info info{
      .name = "digitize", .file = "bins", .weight = unbounded_weight, .gpu_only = true};

  GPU_HD long long operator()(T x, long long edges, long long step, long long count, bool descend,
                              bool inclusive) const {
    const long long before = math::edges_before(x, array_at<T>(edges, step), count, inclusive);
    return descend ? count - before : before;
  }
};

/// Part i % parts of the sum of the weights in bin i / parts: every `parts`-th of them. They lie in
/// the order of their bins.
struct sum_of_bin {
  static constexpr functor_info info{
      .name = "sum_of_bin", .file = "bins", .weight = unbounded_weight, .gpu_only = true};

  GPU_HD double operator()(long long i, array_at<unsigned> bins, array_at<double> weights,
                           long long count, long long parts) const {
    const auto bin = static_cast<unsigned>(i / parts);
    const long long end = math::edges_before(bin, bins, count, true);
    double sum = 0;
    for (long long k = math::edges_before(bin, bins, count, false) + i % parts; k < end; k += parts)
      sum += weights[k];
    return sum;
  }
};

}  // namespace gpu::kernels
