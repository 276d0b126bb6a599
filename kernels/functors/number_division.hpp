// SPDX-License-Identifier: BSD-3-Clause
// Division of integers by a positive number that the host has prepared. Quotients are rounded down,
// so remainders are not negative.
#pragma once

#include <gpu/elementwise/support/element.hpp>
#include <gpu/kernels/primitives/division.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// What integers of type `T` are divided in.
template <class T>
using division_index = typename gpu::detail::conditional<(sizeof(T) > 4), long long, int>::type;

/// floor(x / d). A `divisor` takes half of the integers: of a negative x it is given ~x, as
/// floor(x / d) is ~floor(~x / d), and of an unsigned x that may be too large x / 2.
template <integral_element T>
GPU_HD constexpr T floor_quotient(T x, const divisor<division_index<T>>& d) {
  using index = division_index<T>;
  if constexpr (is_signed<T>) {
    const auto sign = static_cast<index>(x < 0 ? -1 : 0);
    return static_cast<T>(d.quotient(static_cast<index>(x) ^ sign) ^ sign);
  } else if constexpr (sizeof(T) < sizeof(index)) {
    return static_cast<T>(d.quotient(static_cast<index>(x)));
  } else {
    const T even = static_cast<T>(2 * d.quotient(static_cast<index>(x >> 1)));
    return static_cast<T>(even + (x - even * d.value >= d.value ? 1 : 0));
  }
}

template <class T>
struct floor_quotient_by {
  static constexpr functor_info info{.name = "floor_quotient_by", .file = "number_division"};

  GPU_HD constexpr T operator()(T x, modular<T> value, modular<T> multiplier, int shift) const {
    return floor_quotient(x, {value, multiplier, static_cast<unsigned>(shift)});
  }
};

template <class T>
struct remainder_by {
  static constexpr functor_info info{.name = "remainder_by", .file = "number_division"};

  GPU_HD constexpr T operator()(T x, modular<T> value, modular<T> multiplier, int shift) const {
    const T quotient = floor_quotient(x, {value, multiplier, static_cast<unsigned>(shift)});
    return static_cast<T>(static_cast<modular<T>>(x) - static_cast<modular<T>>(quotient) * value);
  }
};

}  // namespace gpu::kernels
