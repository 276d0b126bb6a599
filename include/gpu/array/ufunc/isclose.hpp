// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <gpu/array/host_operands.hpp>
#include <gpu/array/ufunc/equal_nan.hpp>
#include <gpu/array/ufunc/repeated_operand.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/ops.hpp>

namespace gpu {

/// See `gpu::isclose`.
struct isclose_function : detail::takes_lists<isclose_function> {
  using detail::takes_lists<isclose_function>::operator();

  template <operand A, operand B>
  constexpr auto operator()(A&& a, B&& b, double rtol = 1e-5, double atol = 1e-8,
                            strict_bool equal_nan = false) const {
    if constexpr (detail::untyped<B>) {
      if (traits(b.dtype()).kind <= dtype_kind::integer)
        return of_inexact<A, any_expression>(a, multiply(b, 1.0), rtol, atol, equal_nan);
      return of_inexact<A, B>(a, b, rtol, atol, equal_nan);
    } else if constexpr (traits(detail::element_dtype<B>()).kind <= dtype_kind::integer) {
      auto inexact = multiply(std::forward<B>(b), 1.0);
      return of_inexact<A, decltype(inexact)>(a, inexact, rtol, atol, equal_nan);
    } else {
      return of_inexact<A, B>(a, b, rtol, atol, equal_nan);
    }
  }
  /// With an option in the place of the tolerances: `isclose(a, b, gpu::equal_nan)`.
  template <operand A, operand B>
  constexpr auto operator()(A&& a, B&& b, equal_nan_option nans) const {
    return (*this)(std::forward<A>(a), std::forward<B>(b), 1e-5, 1e-8, nans);
  }
  template <operand A, operand B>
  constexpr auto operator()(A&& a, B&& b, double rtol, equal_nan_option nans) const {
    return (*this)(std::forward<A>(a), std::forward<B>(b), rtol, 1e-8, nans);
  }

 private:
  template <class A, class B>
  static constexpr auto of_inexact(const std::remove_reference_t<A>& a,
                                   const std::remove_reference_t<B>& b, double rtol, double atol,
                                   bool equal_nan) {
    const auto x = [&a]() -> decltype(auto) { return detail::repeated<same<A>>(a); };
    const auto y = [&b]() -> decltype(auto) { return detail::repeated<same<B>>(b); };
    auto tolerance = add(atol, multiply(rtol, absolute(y())));
    auto near = less_equal(absolute(subtract(x(), y())), std::move(tolerance));
    auto close = bitwise_or(bitwise_and(std::move(near), isfinite(y())), equal(x(), y()));
    auto both_nan = bitwise_and(bitwise_and(isnan(x()), isnan(y())), equal_nan);
    return bitwise_or(std::move(close), std::move(both_nan));
  }

  /// `const T&` of what was given as an lvalue, else `const T`.
  template <class A>
  using same = std::conditional_t<std::is_lvalue_reference_v<A>, const std::remove_reference_t<A>&,
                                  const std::remove_reference_t<A>>;
};

/// Whether |a - b| <= atol + rtol |b| for finite b, or a == b; nans are close to each other if
/// `equal_nan`. Not symmetric. `numpy.isclose`.
///
/// @param a, b  arrays, numbers, vectors or lists: `isclose(x, {1.0, 2.0})`
/// @dtype   bool; b is compared as a floating-point number, as NumPy makes it one
inline constexpr isclose_function isclose{};

}  // namespace gpu
