// SPDX-License-Identifier: BSD-3-Clause
// Sums of products of two sequences, one shifted along the other.
#pragma once

#include <gpu/elementwise/support/cast.hpp>

namespace gpu::math {

/// In what products of elements of type `T` are added: integers wrap, float16 is added in float32,
/// bools are counted.
template <class T>
struct product_sum {
  using type = computed<T>;
};
template <integral_element T>
struct product_sum<T> {
  using type = modular<T>;
};
template <class T>
using product_sum_t = typename product_sum<T>::type;

/// The sum of a[first + k] * v[k] for all k in [0, length) for which a, of `count` elements, has
/// that element.
template <class T, class A, class V>
GPU_HD T sliding_sum(const A& a, const V& v, long long first, long long count, long long length) {
  using sum_type = product_sum_t<T>;
  const long long begin = first < 0 ? -first : 0;
  const long long end = length < count - first ? length : count - first;
  sum_type sum = sum_type(0);
  for (long long k = begin; k < end; ++k)
    sum = sum + cast<sum_type>(T(a[first + k])) * cast<sum_type>(T(v[k]));
  return cast<T>(sum);
}

}  // namespace gpu::math
