// SPDX-License-Identifier: BSD-3-Clause
// Unsigned integers that stand for elements when they are sorted.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::math {

/// Of 4 bytes, or of 8 for elements of 8.
template <class T>
using sort_key_t =
    typename gpu::detail::conditional<(sizeof(T) > 4), unsigned long long, unsigned>::type;

/// The key of every nan, and of no number: the largest.
template <class T>
inline constexpr sort_key_t<T> nan_key = ~sort_key_t<T>(0);

/// Keys are ordered as elements; -0 comes before 0, and nans, which are all the same, come last.
template <class T>
GPU_HD constexpr sort_key_t<T> sort_key(T x) {
  using key = sort_key_t<T>;
  constexpr key sign = key(1) << (8 * sizeof(key) - 1);
  if constexpr (integral_element<T>) {
    return is_signed<T> ? static_cast<key>(x) ^ sign : static_cast<key>(x);
  } else {
    if (isnan(x)) return nan_key<T>;
    if constexpr (half_element<T>) {
      const key bits = x.bits();
      return bits >> 15 != 0 ? ~bits & 0xffffu : bits | 0x8000u;
    } else {
      const key bits = bit_cast<key>(x);
      return (bits & sign) != 0 ? ~bits : bits | sign;
    }
  }
}

/// The element of a key.
template <class T>
GPU_HD constexpr T from_sort_key(sort_key_t<T> k) {
  using key = sort_key_t<T>;
  constexpr key sign = key(1) << (8 * sizeof(key) - 1);
  if constexpr (integral_element<T>) {
    return static_cast<T>(is_signed<T> ? k ^ sign : k);
  } else {
    if (k == nan_key<T>) return T(nan<float>);
    if constexpr (half_element<T>) {
      const key bits = (k & 0x8000u) != 0 ? k & 0x7fffu : ~k & 0xffffu;
      return T::from_bits(static_cast<unsigned short>(bits));
    } else {
      return bit_cast<T>((k & sign) != 0 ? k ^ sign : ~k);
    }
  }
}

}  // namespace gpu::math
