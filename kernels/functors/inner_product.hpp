// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/sliding_sum.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// An element of a product of matrices: the sum of a[a_begin + i a_step] * b[b_begin + i b_step]
/// for i in [0, length), in that order. Integers wrap, float16 and bfloat16 are added in float32;
/// of bools: whether a product is true.
template <class T>
struct inner_product {
  static constexpr functor_info info{.name = "inner_product",
                                     .file = "inner_product",
                                     .op = "matmul",
                                     .varying = 2,
                                     .weight = unbounded_weight,
                                     .gpu_only = true};

  GPU_HD T operator()(long long a_begin, long long b_begin, long long a, long long a_step,
                      long long b, long long b_step, long long length) const {
    using sum_type = math::product_sum_t<T>;
    const array_at<T> left(a);
    const array_at<T> right(b);
    sum_type sum = sum_type(0);
    for (long long i = 0; i < length; ++i) {
      const T x = left[a_begin + i * a_step];
      const T y = right[b_begin + i * b_step];
      const sum_type product = math::cast<sum_type>(x) * math::cast<sum_type>(y);
      if constexpr (is_same<T, bool>)
        sum = sum | product;
      else
        sum = sum + product;
    }
    return math::cast<T>(sum);
  }
};

}  // namespace gpu::kernels
