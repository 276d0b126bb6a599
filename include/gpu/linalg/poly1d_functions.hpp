// SPDX-License-Identifier: BSD-3-Clause
// Functions that take a `poly1d` for its coefficients. Those of arithmetic are
// <gpu/array/polynomials.hpp>.
#pragma once

#include <initializer_list>

#include <gpu/array/polynomial_argument.hpp>
#include <gpu/linalg/poly1d.hpp>

namespace gpu {

/// The value at each `x`, as `p(x)`. `numpy.polyval`.
template <element_type T, class X>
requires(detail::polynomial_point<X> || element_proxy<X> || detail::host_range<X>)
    [[nodiscard]] auto polyval(const poly1d<T>& p, const X& x) {
  return p(x);
}
/// The polynomial of a polynomial: `polyval({1, 0, 2}, p)` is p * p + 2.
template <detail::polynomial_argument P = detail::list_argument, element_type T>
[[nodiscard]] auto polyval(const P& p, const poly1d<T>& x) {
  return poly1d(detail::coefficients_of(p, x.device()))(x);
}

/// The roots of the polynomial, as `p.roots()`. `numpy.roots`.
template <element_type T>
[[nodiscard]] auto roots(const poly1d<T>& p) {
  return p.roots();
}

}  // namespace gpu
