// SPDX-License-Identifier: BSD-3-Clause
// NumPy's `polynomial.polynomial` and `polynomial.polyutils`: coefficients of power series, that of
// the lowest power first. `polyfit` is in <gpu/linalg/polynomial_fit.hpp>.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include <gpu/array/host_operands.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/polynomials.hpp>
#include <gpu/array/polyval.hpp>
#include <gpu/array/result_type.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu::polynomial {

namespace detail {
using gpu::detail::node_list;

/// As floating-point numbers.
template <class A>
using inexact_t = element_t<gpu::detail::inexact_type<typename A::value_type>>;
/// The type of the values of series of `C` at `X`.
template <class X, class C>
using value_t = result_type_t<X, expression<inexact_t<C>>>;

[[nodiscard]] graph::node_ptr series_value(dtype type, const graph::node_ptr& x,
                                           const graph::node_ptr& c, bool tensor);
/// Of nodes of one dtype.
[[nodiscard]] graph::node_ptr product_of_roots(const graph::node_ptr& x, const graph::node_ptr& r,
                                               bool tensor);
[[nodiscard]] graph::node_ptr pseudo_vandermonde(const graph::node_ptr& x, std::ptrdiff_t degree);
[[nodiscard]] graph::node_ptr companion(const graph::node_ptr& c);
/// Vectors of one dtype.
/// @param trim  leaves zeros at the end out, but not the first coefficient
[[nodiscard]] node_list series_of(const node_list& arrays, bool trim);
/// Each is a number or a list of numbers: vectors of float64 on the current device.
/// @throws dtype_error  if a number is complex
[[nodiscard]] node_list listed_series(gpu::detail::nested_list<gpu::detail::listed_number> list);
[[nodiscard]] graph::node_ptr without_trailing_zeros(const graph::node_ptr& series);
[[nodiscard]] graph::node_ptr without_small_end(const graph::node_ptr& series, double tolerance);

template <gpu::detail::typed_sequence S>
using common_t =
    element_t<gpu::detail::inexact_type<element_t<gpu::detail::sequence_traits<S>::type>>>;

/// Those that also take lists and vectors. Numbers of several types in a list are float64.
template <class Function>
using of_coefficients = gpu::detail::takes_list<Function, double>;
template <class Function>
using of_points_and_coefficients = gpu::detail::takes_lists<Function, double>;
}  // namespace detail

/// See `gpu::polynomial::polyval`.
struct polyval_function : detail::of_points_and_coefficients<polyval_function> {
  using detail::of_points_and_coefficients<polyval_function>::operator();

  template <gpu::detail::polynomial_point X, typed_array C>
  [[nodiscard]] auto operator()(const X& x, const C& c, strict_bool tensor = true) const {
    using T = detail::value_t<X, C>;
    return expression<T>(detail::series_value(
        dtype_of<T>, gpu::detail::operand_node(x, dtype_of<T>), c.node(), tensor));
  }
};
/// The value of a series at each `x`: c[0] + c[1] x + c[2] x^2 ... by Horner's scheme. One kernel,
/// unless there are more than about 40 coefficients. `numpy.polynomial.polynomial.polyval`.
///
/// @param x       an array, a number, a vector or a list, also below
/// @param c       (n, ...): along the axes after the first there are other series; an array, a
///                vector or a list, also below: `polyval(x, {1, 2, 3})`
/// @param tensor  whether every series is evaluated at every `x`; else series and `x` broadcast
/// @shape   (n, k), (m,) -> (k, m); without `tensor` (n, k), (k,) -> (k,)
/// @dtype   the promoted type; coefficients that are integers are float64
inline constexpr polyval_function polyval{};

/// See `gpu::polynomial::polyvalfromroots`.
struct polyvalfromroots_function : detail::of_points_and_coefficients<polyvalfromroots_function> {
  using detail::of_points_and_coefficients<polyvalfromroots_function>::operator();

  template <gpu::detail::polynomial_point X, typed_array R>
  [[nodiscard]] auto operator()(const X& x, const R& r, strict_bool tensor = true) const {
    using T = detail::value_t<X, R>;
    return expression<T>(detail::product_of_roots(
        graph::make_cast(gpu::detail::operand_node(x, dtype_of<T>), dtype_of<T>),
        graph::make_cast(r.node(), dtype_of<T>), tensor));
  }
};
/// The value of the polynomial with these roots at each `x`: the product of all x - r.
/// `numpy.polynomial.polynomial.polyvalfromroots`.
///
/// @param r  (n, ...), as the coefficients of `polyval`
/// @throws  value_error  "x.ndim must be < r.ndim when tensor == False"
inline constexpr polyvalfromroots_function polyvalfromroots{};

/// See `gpu::polynomial::polyvander`.
struct polyvander_function : detail::of_coefficients<polyvander_function> {
  using detail::of_coefficients<polyvander_function>::operator();

  template <typed_array X>
  [[nodiscard]] auto operator()(const X& x, strict_integer degree) const {
    using T = detail::inexact_t<X>;
    return expression<T>(
        detail::pseudo_vandermonde(graph::make_cast(x.node(), dtype_of<T>), degree));
  }
};
/// The powers of each `x` from 0 to `degree`, along a new last axis: a scan.
/// `numpy.polynomial.polynomial.polyvander`.
/// @shape   (...) -> (..., degree + 1); of no axes (1, degree + 1)
/// @throws  value_error  "deg must be non-negative"
inline constexpr polyvander_function polyvander{};

/// See `gpu::polynomial::polycompanion`.
struct polycompanion_function : detail::of_coefficients<polycompanion_function> {
  using detail::of_coefficients<polycompanion_function>::operator();

  template <typed_array C>
  [[nodiscard]] auto operator()(const C& c) const {
    using T = detail::inexact_t<C>;
    return expression<T>(detail::companion(graph::make_cast(c.node(), dtype_of<T>)));
  }
};
/// The matrix whose eigenvalues are the roots of a series. Waits, as zeros at the end of the
/// coefficients do not count. `numpy.polynomial.polynomial.polycompanion`.
/// @shape   (n,) -> (n - 1, n - 1)
/// @throws  value_error  "Series must have maximum degree of at least 1."
inline constexpr polycompanion_function polycompanion{};

/// Arrays as series: vectors of one floating-point type, if `trim` without the zeros at the end.
/// Waits if it trims. `numpy.polynomial.polyutils.as_series`.
///
/// @param arrays  a list, a vector or an `xtuple` of arrays and numbers, or the rows of an array
/// @dtype   what the arrays promote to; float64 if that is an integer
/// @throws  value_error  "Coefficient array is empty", "Coefficient array is not 1-d"
template <gpu::detail::typed_sequence S>
[[nodiscard]] auto as_series(const S& arrays, strict_bool trim = true) {
  using T = detail::common_t<S>;
  std::vector<expression<T>> series;
  for (graph::node_ptr& one :
       detail::series_of(gpu::detail::parts_as<T>(arrays, casting::unsafe), trim))
    series.emplace_back(std::move(one));
  return series;
}
template <typed_array A>
[[nodiscard]] auto as_series(std::initializer_list<A> arrays, strict_bool trim = true) {
  return as_series<std::initializer_list<A>>(arrays, trim);
}
/// The same of numbers and lists: `as_series({2, {1.1, 0.0}})`.
/// @dtype  float64
[[nodiscard]] inline auto as_series(gpu::detail::nested_list<gpu::detail::listed_number> arrays,
                                    strict_bool trim = true) {
  std::vector<expression<double>> series;
  for (graph::node_ptr& one : detail::series_of(detail::listed_series(arrays), trim))
    series.emplace_back(std::move(one));
  return series;
}

/// See `gpu::polynomial::trimseq`.
struct trimseq_function : detail::of_coefficients<trimseq_function> {
  using detail::of_coefficients<trimseq_function>::operator();

  template <typed_array A>
  [[nodiscard]] auto operator()(const A& series) const {
    return expression<typename A::value_type>(detail::without_trailing_zeros(series.node()));
  }
};
/// A vector without the zeros at its end; of nothing else one zero stays. A view. Waits.
/// `numpy.polynomial.polyutils.trimseq`.
/// @dtype  that of the elements
/// @throws value_error  "Coefficient array is not 1-d"
inline constexpr trimseq_function trimseq{};

/// See `gpu::polynomial::trimcoef`.
struct trimcoef_function : detail::of_coefficients<trimcoef_function> {
  using detail::of_coefficients<trimcoef_function>::operator();

  template <typed_array A>
  [[nodiscard]] auto operator()(const A& series, double tolerance = 0) const {
    using T = detail::inexact_t<A>;
    return expression<T>(
        detail::without_small_end(graph::make_cast(series.node(), dtype_of<T>), tolerance));
  }
};
/// A vector without the elements at its end whose size is at most `tolerance`; if all are that
/// small, one zero. Waits. `numpy.polynomial.polyutils.trimcoef`.
/// @dtype  floating-point
/// @throws value_error  "tol must be non-negative"; as `as_series`
inline constexpr trimcoef_function trimcoef{};

}  // namespace gpu::polynomial
