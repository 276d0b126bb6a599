// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/ufunc/repeated_operand.hpp>
#include <gpu/ops.hpp>

namespace gpu {

/// See `gpu::nan_to_num`.
struct nan_to_num_function {
  template <operand A>
  constexpr auto operator()(A&& a, double nan = 0, std::optional<double> posinf = {},
                            std::optional<double> neginf = {}) const {
    if constexpr (detail::untyped<A>) {
      return of_untyped(a, nan, posinf, neginf);
    } else {
      constexpr dtype type = detail::element_dtype<A>();
      constexpr dtype_kind kind = traits(type).kind;
      if constexpr (kind <= dtype_kind::integer) {
        return real(std::forward<A>(a));
      } else {
        const double largest = largest_of(type);
        const double high = posinf.value_or(largest);
        const double low = neginf.value_or(-largest);
        if constexpr (kind == dtype_kind::complex)
          return to_complex(replaced(real(detail::repeated<A>(a)), nan, high, low),
                            replaced(imag(detail::repeated<A>(a)), nan, high, low));
        else
          return replaced(std::forward<A>(a), nan, high, low);
      }
    }
  }

 private:
  static constexpr double largest_of(dtype type) {
    switch (type) {
      case dtype::float16:
        return 65504;
      case dtype::bfloat16:
        return 0x1.fep127;
      case dtype::float32:
      case dtype::complex64:
        return 0x1.fffffep127;
      default:
        return 0x1.fffffffffffffp1023;
    }
  }

  template <class A>
  static constexpr auto replaced(A&& a, double nan, double high, double low) {
    auto negatives = where(isneginf(detail::repeated<A>(a)), low, detail::repeated<A>(a));
    auto infinities = where(isposinf(detail::repeated<A>(a)), high, std::move(negatives));
    return where(isnan(detail::repeated<A>(a)), nan, std::move(infinities));
  }

  static any_expression of_untyped(const any_expression& a, double nan,
                                   std::optional<double> posinf, std::optional<double> neginf) {
    const dtype type = a.dtype();
    if (traits(type).kind <= dtype_kind::integer) return real(a);
    const double high = posinf.value_or(largest_of(type));
    const double low = neginf.value_or(-largest_of(type));
    if (traits(type).kind == dtype_kind::complex)
      return to_complex(replaced(real(a), nan, high, low), replaced(imag(a), nan, high, low));
    return replaced(a, nan, high, low);
  }
};

/// nan replaced by `nan`, infinities by `posinf` and `neginf`, without which by the largest and the
/// least finite number; complex numbers part by part. `numpy.nan_to_num`, which has no `copy` here.
///
/// @dtype   that of the operand; bools and integers stay
inline constexpr nan_to_num_function nan_to_num{};

}  // namespace gpu
