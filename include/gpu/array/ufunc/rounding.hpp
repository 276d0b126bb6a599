// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <gpu/array/ufunc/repeated_operand.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/ops.hpp>

namespace gpu {

namespace detail {
/// @throws dtype_error  "Cannot cast ufunc 'multiply' output from dtype('float64') to dtype('bool')
///                      with casting rule 'same_kind'"
void require_decimals_of(dtype type, int decimals);
}  // namespace detail

/// See `gpu::round`.
struct round_function {
  template <operand A, option... Options>
  constexpr decltype(auto) operator()(A&& a, strict_integer decimals = 0,
                                      Options&&... options) const {
    const int places = decimals.to_int();
    if constexpr (detail::untyped<A>)
      detail::require_decimals_of(a.dtype(), places);
    else if constexpr (detail::element_dtype<A>() == dtype::bool_)
      detail::require_decimals_of(dtype::bool_, places);
    return round_to(std::forward<A>(a), places, std::forward<Options>(options)...);
  }
  template <operand A, option... Options>
  requires(sizeof...(Options) > 0) decltype(auto) operator()(A&& a, Options&&... options) const {
    return (*this)(std::forward<A>(a), 0, std::forward<Options>(options)...);
  }
};

/// Rounded to `decimals` places, to tens and hundreds if negative; halves go to even, complex
/// numbers part by part: `round(x, decimals, options...)`, with the options of elementwise
/// functions. `numpy.round`.
///
/// @dtype   that of the operand; float16 of bools
/// @throws  dtype_error  if bools are to have decimals, in NumPy's words
inline constexpr round_function round{};
/// `numpy.around`.
inline constexpr round_function around{};

}  // namespace gpu
