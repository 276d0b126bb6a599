// SPDX-License-Identifier: BSD-3-Clause
// Kinds of element types, and the types that belong to one.
#pragma once

#include <gpu/elementwise/support/loops.hpp>

namespace gpu {

template <class A, class B>
inline constexpr bool is_same = false;
template <class A>
inline constexpr bool is_same<A, A> = true;

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;

/// bool and the integers.
template <class T>
concept integral_element = requires(T x) {
  x % x;
};

/// float16 and bfloat16: computed in float32, and rounded once.
template <class T>
concept half_element = is_same<T, float16> || is_same<T, bfloat16>;

template <class T>
concept real_element = half_element<T> || is_same<T, float> || is_same<T, double>;

template <class T>
inline constexpr bool is_signed = T(-1) < T(0);

namespace detail {
template <bool Condition, class A, class B>
struct conditional {
  using type = A;
};
template <class A, class B>
struct conditional<false, A, B> {
  using type = B;
};
}  // namespace detail

/// Unsigned type in which arithmetic on the integer `T` wraps without undefined behaviour.
template <integral_element T>
using modular = typename detail::conditional<(sizeof(T) > 4), unsigned long long, unsigned>::type;

/// Type in which the functions of `T` are computed.
template <class T>
using computed = typename detail::conditional<half_element<T>, float, T>::type;

}  // namespace gpu
