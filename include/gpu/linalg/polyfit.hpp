// SPDX-License-Identifier: BSD-3-Clause
// Polynomials that need a decomposition: fits and roots. The others are
// <gpu/array/polynomials.hpp>.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/polynomials.hpp>
#include <gpu/array/statistics/weights.hpp>
#include <gpu/core/named_results.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/linalg/scaled_fit.hpp>

namespace gpu {

namespace linalg::detail {
[[nodiscard]] graph::leaf_ptr roots_of(const graph::node_ptr& p);
void require_points(const shape& x, const shape& y, std::ptrdiff_t degree);
/// `polyfit` of nodes of any dtype.
[[nodiscard]] graph::leaf_ptr nearest_polynomial(const graph::node_ptr& x, const graph::node_ptr& y,
                                                 std::ptrdiff_t degree,
                                                 std::optional<double> rcond);
/// @throws shape_error  "expected a 1-d array for weights", "expected w and y to have the same
///                      length"
void require_weights_of_points(const shape& w, const shape& y);
}  // namespace linalg::detail

/// An option of `polyfit`, as `full_output` is.
struct full_output_option {};
/// `polyfit` gives all that it finds, as a `polyfit_result`: NumPy's `full=True`.
inline constexpr full_output_option full_output{};

/// An option of `polyfit`, as `with_cov` is.
struct fit_covariance_option {
  bool is_scaled;
};
/// `polyfit` gives the covariance of the coefficients as well: NumPy's `cov=True`.
inline constexpr fit_covariance_option with_cov{true};
/// The same where weights are the inverses of known deviations: NumPy's `cov="unscaled"`.
inline constexpr fit_covariance_option with_unscaled_cov{false};

/// What `polyfit` gives with `full_output`: `auto [p, residuals, rank, s, rcond] = ...`.
template <class T, class R>
struct polyfit_result {
  ndarray<T> coefficients;
  ndarray<R> residuals;  ///< sums of squares for each fit; none unless the rank is full
  std::int64_t rank;
  ndarray<R> singular_values;  ///< of the scaled powers of x
  double rcond;

  /// For `std::tie(p, residuals, rank, s, rcond) = polyfit(x, y, 2, full_output)`.
  operator std::tuple<ndarray<T>&, ndarray<R>&, std::int64_t&, ndarray<R>&, double&>() {
    return {coefficients, residuals, rank, singular_values, rcond};
  }
  static constexpr auto parts() {
    return std::tuple(&polyfit_result::coefficients, &polyfit_result::residuals,
                      &polyfit_result::rank, &polyfit_result::singular_values,
                      &polyfit_result::rcond);
  }
};
/// What `polyfit` gives with `with_cov`: `auto [p, cov] = ...`.
template <class T>
struct polyfit_with_cov {
  ndarray<T> coefficients;
  ndarray<T> cov;

  /// For `std::tie(p, cov) = polyfit(x, y, 2, with_cov)`.
  operator std::tuple<ndarray<T>&, ndarray<T>&>() { return {coefficients, cov}; }
  static constexpr auto parts() {
    return std::tuple(&polyfit_with_cov::coefficients, &polyfit_with_cov::cov);
  }
};

namespace detail {
template <class A>
concept polyfit_option =
    is_weights<A> || std::same_as<A, full_output_option> || std::same_as<A, fit_covariance_option>;

template <class T>
void weigh(ndarray<T>& powers, ndarray<T>& y, const auto& option) {
  if constexpr (is_weights<std::remove_cvref_t<decltype(option)>>) {
    const auto w = weights_array(option);
    linalg::detail::require_weights_of_points(w.shape(), y.shape());
    powers = linalg::detail::weighted_rows<T>(powers, w);
    y = linalg::detail::weighted_rows<T>(y, w);
  }
}
}  // namespace detail

/// The coefficients of the polynomial of a degree that is nearest to points, by least squares; the
/// highest power first. `numpy.polyfit`.
///
/// @param x  (n,)
/// @param y  (n,), or (n, k): k fits at once
/// @param rcond    singular values below `rcond` times the largest count as 0; by default n times
///                 the precision
/// @param options  `weights(w)`, NumPy's `w=`: the distance of each point counts so many times;
///                 `full_output`; `with_cov` or `with_unscaled_cov`
/// @shape   (m,) or (m, k) with m = degree + 1; the covariance (m, m) or (m, m, k)
/// @throws  value_error  "expected deg >= 0", "the number of data points must exceed order to scale
///          the covariance matrix"; shape_error "expected x and y to have same length", "expected
///          1D vector for x", "expected non-empty vector for x", "expected a 1-d array for
///          weights", "expected w and y to have the same length"
template <typed_array X, typed_array Y, detail::polyfit_option... Options>
[[nodiscard]] auto polyfit(const X& x, const Y& y, strict_integer degree,
                           std::optional<double> rcond = std::nullopt, const Options&... options) {
  linalg::detail::require_points(x.shape(), y.shape(), degree);
  using T = linalg::detail::inexact_t<X, Y>;
  ndarray<T> powers = vander(astype<T>(x), degree + 1);
  ndarray<T> values = astype<T>(y);
  (detail::weigh(powers, values, options), ...);
  const linalg::detail::scaled_fit<T> fit(powers, norm_l2(powers, 0), values, rcond);
  if constexpr ((std::same_as<Options, full_output_option> || ...))
    return polyfit_result<T, typename linalg::detail::scaled_fit<T>::real>{
        fit.coefficients, fit.found.residuals, fit.found.rank, fit.found.s, fit.rcond};
  else if constexpr ((std::same_as<Options, fit_covariance_option> || ...))
    return polyfit_with_cov<T>{
        fit.coefficients,
        fit.covariance(std::get<const fit_covariance_option&>(std::tie(options...)).is_scaled)};
  else
    return fit.coefficients;
}
template <typed_array X, typed_array Y, detail::polyfit_option... Options>
requires(sizeof...(Options) > 0)
    [[nodiscard]] auto polyfit(const X& x, const Y& y, strict_integer degree,
                               const Options&... options) {
  return polyfit(x, y, degree, std::nullopt, options...);
}
/// The same of arrays whose dtype is known at run time only.
template <array_like X, array_like Y>
requires(detail::untyped_array<X> || detail::untyped_array<Y>)
    [[nodiscard]] auto polyfit(const X& x, const Y& y, strict_integer degree,
                               std::optional<double> rcond = std::nullopt) {
  return detail::array_of_leaf<void>(
      linalg::detail::nearest_polynomial(x.node(), y.node(), degree, rcond));
}
/// The same of vectors and lists: `polyfit({0, 1, 2}, {1, 3, 5}, 1)`.
template <detail::array_or_vector X = std::initializer_list<double>,
          detail::array_or_vector Y = std::initializer_list<double>, class... Options>
requires(detail::host_range<X> || detail::host_range<Y>)
    [[nodiscard]] auto polyfit(const X& x, const Y& y, strict_integer degree,
                               const Options&... rcond_and_options) {
  const device where = detail::device_of_arguments(x, y);
  return polyfit(detail::as_array(x, where), detail::as_array(y, where), degree,
                 rcond_and_options...);
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
