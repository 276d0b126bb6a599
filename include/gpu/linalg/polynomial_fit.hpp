// SPDX-License-Identifier: BSD-3-Clause
// Fits of power series: the part of `numpy.polynomial.polynomial` that needs a decomposition.
#pragma once

#include <cstddef>
#include <optional>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/polynomial_series.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/linalg/polyfit.hpp>

namespace gpu::polynomial {

namespace detail {
/// @throws shape_error  "expected 1D vector for w", "expected x and w to have same length"
void require_weights(const shape& x, const shape& w);

/// The rows of `powers` are points, those of `y` too.
template <class T, class Powers, class Y>
[[nodiscard]] ndarray<T> nearest_series(const Powers& powers, const Y& y,
                                        std::optional<double> rcond) {
  using R = element_t<gpu::detail::real_of(dtype_of<T>)>;
  constexpr double precision = sizeof(R) == 8 ? 0x1p-52 : 0x1p-23;
  const ndarray<T> matrix = powers;
  // Columns of the same length, so that high powers do not hide the low ones.
  const ndarray<R> lengths = norm_l2(matrix, 0);
  const ndarray<R> scale = where(equal(lengths, 0), 1, lengths);
  const auto fit = linalg::lstsq(matrix / astype<T>(scale), y,
                                 rcond.value_or(precision * static_cast<double>(matrix.shape(0))));
  if (y.dimension() == 1) return ndarray<T>(fit.x / astype<T>(scale));
  return ndarray<T>(fit.x / expand_dims(astype<T>(scale), 1));
}
}  // namespace detail

/// The coefficients of the series of a degree that is nearest to points, by least squares; the
/// lowest power first. Computed at once. `numpy.polynomial.polynomial.polyfit`.
///
/// @param x  (n,)
/// @param y  (n,), or (n, k): k fits at once
/// @param rcond  singular values below `rcond` times the largest count as 0; by default n times the
///               precision
/// @shape   (degree + 1,) or (degree + 1, k)
/// @throws  value_error  "expected deg >= 0"; shape_error  as `gpu::polyfit`
template <typed_array X, typed_array Y>
[[nodiscard]] auto polyfit(const X& x, const Y& y, std::ptrdiff_t degree,
                           std::optional<double> rcond = std::nullopt) {
  linalg::detail::require_points(x.shape(), y.shape(), degree);
  using T = linalg::detail::inexact_t<X, Y>;
  return detail::nearest_series<T>(polyvander(astype<T>(x), degree), astype<T>(y), rcond);
}
/// The same where the distance of each point counts `w` times.
/// @param w  (n,)
/// @throws  shape_error  also "expected 1D vector for w", "expected x and w to have same length"
template <typed_array X, typed_array Y, typed_array W>
[[nodiscard]] auto polyfit(const X& x, const Y& y, std::ptrdiff_t degree,
                           std::optional<double> rcond, const W& w) {
  linalg::detail::require_points(x.shape(), y.shape(), degree);
  detail::require_weights(x.shape(), w.shape());
  using T = linalg::detail::inexact_t<X, Y>;
  const ndarray<T> column = expand_dims(astype<T>(w), 1);
  const ndarray<T> all = astype<T>(y);
  const ndarray<T> weighted =
      all.dimension() == 1 ? ndarray<T>(all * ravel(column)) : ndarray<T>(all * column);
  return detail::nearest_series<T>(polyvander(astype<T>(x), degree) * column, weighted, rcond);
}

}  // namespace gpu::polynomial
