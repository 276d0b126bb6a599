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

/// The highest bit of an element of type `T`.
template <class T>
inline constexpr sort_key_t<T> sign_bit = sort_key_t<T>(1) << (8 * sizeof(T) - 1);

/// Keys are ordered as elements; -0 comes before 0, and nans, which are all the same, come last.
/// Elements of 1 and 2 bytes differ in so many low bits of their keys.
template <class T>
GPU_HD constexpr sort_key_t<T> sort_key(T x) {
  using key = sort_key_t<T>;
  constexpr key sign = sign_bit<T>;
  if constexpr (integral_element<T>) {
    return is_signed<T> ? (static_cast<key>(x) ^ sign) & (sign | (sign - 1)) : static_cast<key>(x);
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
  constexpr key sign = sign_bit<T>;
  if constexpr (integral_element<T>) {
    return static_cast<T>(is_signed<T> ? k ^ sign : k);
  } else {
    if constexpr (half_element<T>) {
      // A conversion from float gives a nan of other bits on the device.
      if (k == nan_key<T>) return T::from_bits(is_same<T, float16> ? 0x7e00 : 0x7fc0);
      const key bits = (k & 0x8000u) != 0 ? k & 0x7fffu : ~k & 0xffffu;
      return T::from_bits(static_cast<unsigned short>(bits));
    } else {
      if (k == nan_key<T>) return nan<T>;
      return bit_cast<T>((k & sign) != 0 ? k ^ sign : ~k);
    }
  }
}

/// The same with one key for 0 and -0, so that elements that are equal keep their order when keys
/// are sorted stably. Of complex<double> the first of two keys.
template <class T>
GPU_HD constexpr sort_key_t<T> order_key(T x) {
  if constexpr (real_element<T>)
    return sort_key(x == T(0.0f) ? T(0.0f) : x);
  else
    return sort_key(x);
}

/// Two keys of a complex number, the first of which decides before the second.
template <class T>
struct complex_keys {
  sort_key_t<T> first;
  sort_key_t<T> second;
};

/// NumPy's order: real parts decide before imaginary ones. Last come R + nan j, by R; then nan + R
/// j, by R; then nan + nan j. The key before that of nan is no number's.
template <class T>
GPU_HD constexpr complex_keys<T> order_keys(complex<T> z) {
  const sort_key_t<T> real = order_key(z.real());
  const sort_key_t<T> imag = order_key(z.imag());
  if (real != nan_key<T> && imag == nan_key<T>) return {nan_key<T> - 1, real};
  return {real, imag};
}
GPU_HD constexpr unsigned long long order_key(complex<float> z) {
  const complex_keys<float> keys = order_keys(z);
  return static_cast<unsigned long long>(keys.first) << 32 | keys.second;
}
GPU_HD constexpr unsigned long long order_key(complex<double> z) {
  return order_keys(z).first;
}

/// Whether x comes before y in NumPy's order of sorted elements.
template <class T>
GPU_HD constexpr bool precedes(T x, T y) {
  if constexpr (is_same<T, complex<double>>) {
    const complex_keys<double> a = order_keys(x);
    const complex_keys<double> b = order_keys(y);
    return a.first < b.first || (a.first == b.first && a.second < b.second);
  } else {
    return order_key(x) < order_key(y);
  }
}

}  // namespace gpu::math
