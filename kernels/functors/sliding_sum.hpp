// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/sliding_sum.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// As `math::sliding_sum`, from element i - before of `a`; elements are so many steps apart.
template <class T>
struct sliding_sum {
  static constexpr functor_info info{
      .name = "sliding_sum", .file = "sliding_sum", .weight = unbounded_weight, .gpu_only = true};

  GPU_HD T operator()(long long i, long long a, long long a_step, long long v, long long v_step,
                      long long before, long long count, long long length) const {
    return math::sliding_sum<T>(array_at<T>(a, a_step), array_at<T>(v, v_step), i - before, count,
                                length);
  }
};

}  // namespace gpu::kernels
