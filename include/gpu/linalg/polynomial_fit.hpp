// SPDX-License-Identifier: BSD-3-Clause
// Fits of power series: the part of `numpy.polynomial.polynomial` that needs a decomposition.
#pragma once

#include <cstddef>
#include <optional>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/polynomial_series.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/linalg/polyfit.hpp>

namespace gpu::polynomial {

namespace detail {
/// @throws shape_error  "expected 1D vector for w", "expected x and w to have same length"
void require_weights(const shape& x, const shape& w);

/// The rows of `powers` are points, those of `y` too.
template <class T>
[[nodiscard]] ndarray<T> nearest_series(const ndarray<T>& powers, const ndarray<T>& y,
                                        std::optional<double> rcond) {
  using fit = linalg::detail::scaled_fit<T>;
  const ndarray<typename fit::real> lengths = norm_l2(powers, 0);
  return fit(powers, where(equal(lengths, 0), 1, lengths), y, rcond).coefficients;
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
[[nodiscard]] auto polyfit(const X& x, const Y& y, strict_integer degree,
                           std::optional<double> rcond = std::nullopt) {
  linalg::detail::require_points(x.shape(), y.shape(), degree);
  using T = linalg::detail::inexact_t<X, Y>;
  return detail::nearest_series<T>(polyvander(astype<T>(x), degree), astype<T>(y), rcond);
}
/// The same where the distance of each point counts `w` times.
/// @param w  (n,)
/// @throws  shape_error  also "expected 1D vector for w", "expected x and w to have same length"
template <typed_array X, typed_array Y, typed_array W>
[[nodiscard]] auto polyfit(const X& x, const Y& y, strict_integer degree,
                           std::optional<double> rcond, const W& w) {
  linalg::detail::require_points(x.shape(), y.shape(), degree);
  detail::require_weights(x.shape(), w.shape());
  using T = linalg::detail::inexact_t<X, Y>;
  using linalg::detail::weighted_rows;
  return detail::nearest_series<T>(weighted_rows<T>(polyvander(astype<T>(x), degree), w),
                                   weighted_rows<T>(astype<T>(y), w), rcond);
}

}  // namespace gpu::polynomial
