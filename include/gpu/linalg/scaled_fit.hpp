// SPDX-License-Identifier: BSD-3-Clause
// Least squares as fits of polynomials need them.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/products.hpp>
#include <gpu/linalg/solve.hpp>

namespace gpu::linalg::detail {

/// Rows, which count as often as `w` says.
template <class T, class Rows, class W>
[[nodiscard]] ndarray<T> weighted_rows(const Rows& rows, const W& w) {
  if (rows.dimension() == 1) return ndarray<T>(rows * astype<T>(w));
  return ndarray<T>(rows * expand_dims(astype<T>(w), 1));
}

/// The nearest combinations of columns, which are scaled so that large ones do not hide small ones.
template <class T>
struct scaled_fit {
  using real = element_t<gpu::detail::real_of(dtype_of<T>)>;

  scaled_fit(const ndarray<T>& columns, ndarray<real> lengths, const ndarray<T>& y,
             std::optional<double> rcond_or_none)
      : scale(std::move(lengths)),
        matrix(columns / astype<T>(scale)),
        rcond(rcond_or_none.value_or((sizeof(real) == 8 ? 0x1p-52 : 0x1p-23) *
                                     static_cast<double>(columns.shape(0)))),
        found(linalg::lstsq(matrix, y, rcond)),
        coefficients(y.dimension() == 1 ? ndarray<T>(found.x / astype<T>(scale))
                                        : ndarray<T>(found.x / expand_dims(astype<T>(scale), 1))) {}

  /// The covariance of the coefficients, for each column of `y`.
  /// @throws value_error  "the number of data points must exceed order to scale the covariance
  ///                      matrix", if it is to be scaled
  [[nodiscard]] ndarray<T> covariance(bool is_scaled) const {
    const ndarray<T> base = linalg::inv(matmul(matrix_transpose(matrix), matrix)) /
                            gpu::outer(astype<T>(scale), astype<T>(scale));
    const std::ptrdiff_t left = matrix.shape(0) - matrix.shape(1);
    if (is_scaled && left <= 0)
      throw value_error(
          "the number of data points must exceed order to scale the covariance matrix");
    const bool is_one = coefficients.dimension() == 1;
    if (!is_scaled) return is_one ? base : ndarray<T>(expand_dims(base, 2));
    const ndarray<T> factors = astype<T>(found.residuals) / static_cast<real>(left);
    return is_one ? ndarray<T>(base * factors) : ndarray<T>(expand_dims(base, 2) * factors);
  }

  ndarray<real> scale;
  ndarray<T> matrix;
  double rcond;
  lstsq_result<T, real> found;
  ndarray<T> coefficients;
};

}  // namespace gpu::linalg::detail
