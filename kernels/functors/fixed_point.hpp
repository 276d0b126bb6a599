// SPDX-License-Identifier: BSD-3-Clause
// Sums in fixed point as numbers.
#pragma once

#include <gpu/kernels/primitives/fixed_point.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// The number nearest to sum `i` of `count`, whose words lie in `digits` by planes: word k of all
/// sums is plane k. `largest` is what their unit was found from.
struct rounded_sum {
  static constexpr functor_info info{
      .name = "rounded_sum", .file = "fixed_point", .gpu_only = true};

  GPU_HD double operator()(long long i, array_at<unsigned long long> digits,
                           array_at<double> largest, long long count) const {
    const unsigned long long words[] = {digits[i], digits[i + count], digits[i + 2 * count],
                                        digits[i + 3 * count]};
    return value_of(words, unit_for(largest[0]));
  }
};

}  // namespace gpu::kernels
