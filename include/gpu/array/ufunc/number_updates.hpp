// SPDX-License-Identifier: BSD-3-Clause
// C++ numbers that are updated by a single element: `total += sum(x)`.
#pragma once

#include <concepts>
#include <type_traits>

#include <gpu/array/concepts.hpp>

namespace gpu {

namespace detail {
template <class Number>
concept real_number = std::is_arithmetic_v<Number> && !std::same_as<Number, bool>;
template <class A>
concept typed_real_array = typed_array<A> && real_array<A>;
}  // namespace detail

/// `total += sum(x)` of a C++ number: by the only element of an array. Waits.
/// @throws value_error  unless there is exactly one
template <detail::real_number Number, detail::typed_real_array A>
Number& operator+=(Number& number, const A& value) {
  return number = static_cast<Number>(number + value.item());
}
template <detail::real_number Number, detail::typed_real_array A>
Number& operator-=(Number& number, const A& value) {
  return number = static_cast<Number>(number - value.item());
}
template <detail::real_number Number, detail::typed_real_array A>
Number& operator*=(Number& number, const A& value) {
  return number = static_cast<Number>(number * value.item());
}
template <detail::real_number Number, detail::typed_real_array A>
Number& operator/=(Number& number, const A& value) {
  return number = static_cast<Number>(number / value.item());
}

}  // namespace gpu
