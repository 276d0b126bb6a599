// SPDX-License-Identifier: BSD-3-Clause
// Polynomials that need a decomposition: fits and roots. The others are
// <gpu/array/polynomials.hpp>.
#pragma once

#include <cstddef>
#include <optional>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/polynomials.hpp>
#include <gpu/linalg/decompositions.hpp>

namespace gpu {

namespace linalg::detail {
[[nodiscard]] graph::leaf_ptr roots_of(const graph::node_ptr& p);
void require_points(const shape& x, const shape& y, std::ptrdiff_t degree);
/// `polyfit` of nodes of any dtype.
[[nodiscard]] graph::leaf_ptr nearest_polynomial(const graph::node_ptr& x, const graph::node_ptr& y,
                                                 std::ptrdiff_t degree,
                                                 std::optional<double> rcond);
}  // namespace linalg::detail

/// The coefficients of the polynomial of a degree that is nearest to points, by least squares; the
/// highest power first. `numpy.polyfit`.
///
/// @param x  (n,)
/// @param y  (n,), or (n, k): k fits at once
/// @param rcond  singular values below `rcond` times the largest count as 0; by default n times the
///               precision
/// @shape   (degree + 1,) or (degree + 1, k)
/// @throws  value_error  "expected deg >= 0"; shape_error "expected x and y to have same length",
///          "expected 1D vector for x", "expected non-empty vector for x"
template <typed_array X, typed_array Y>
[[nodiscard]] auto polyfit(const X& x, const Y& y, std::ptrdiff_t degree,
                           std::optional<double> rcond = std::nullopt) {
  linalg::detail::require_points(x.shape(), y.shape(), degree);
  using T = linalg::detail::inexact_t<X, Y>;
  using R = element_t<detail::real_of(dtype_of<T>)>;
  constexpr double precision = sizeof(R) == 8 ? 0x1p-52 : 0x1p-23;
  const ndarray<T> powers = vander(astype<T>(x), degree + 1);
  // Columns of the same length, so that high powers do not hide the low ones.
  const ndarray<R> scale = norm_l2(powers, 0);
  const auto fit = linalg::lstsq(powers / astype<T>(scale), astype<T>(y),
                                 rcond.value_or(precision * static_cast<double>(x.size())));
  if (y.dimension() == 1) return ndarray<T>(fit.x / astype<T>(scale));
  return ndarray<T>(fit.x / expand_dims(astype<T>(scale), 1));
}

/// The same of arrays whose dtype is known at run time only.
template <array_like X, array_like Y>
requires(detail::untyped_array<X> || detail::untyped_array<Y>)
    [[nodiscard]] auto polyfit(const X& x, const Y& y, std::ptrdiff_t degree,
                               std::optional<double> rcond = std::nullopt) {
  return detail::array_of_leaf<void>(
      linalg::detail::nearest_polynomial(x.node(), y.node(), degree, rcond));
}
/// The same of vectors.
template <detail::array_or_vector X, detail::array_or_vector Y>
requires(detail::host_range<X> || detail::host_range<Y>)
    [[nodiscard]] auto polyfit(const X& x, const Y& y, std::ptrdiff_t degree,
                               std::optional<double> rcond = std::nullopt) {
  const device where = detail::device_of_arguments(x, y);
  return polyfit(detail::as_array(x, where), detail::as_array(y, where), degree, rcond);
}

/// The roots of the polynomial with these coefficients, the highest power first: the eigenvalues of
/// its companion matrix. Always complex. `numpy.roots`.
/// @param p  (n,)
/// @throws  value_error  "Input must be a rank-1 array."
template <typed_array P>
[[nodiscard]] auto roots(const P& p) {
  return ndarray<linalg::detail::complex_t<P>>(linalg::detail::roots_of(p.node()));
}
/// The same of a list or a vector: `roots({1, -3, 2})`.
template <detail::host_range P = std::initializer_list<double>>
[[nodiscard]] auto roots(const P& p) {
  return roots(detail::as_array(p, current_device()));
}

}  // namespace gpu
