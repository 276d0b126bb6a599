// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/ndarray.hpp>

namespace gpu {

/// Beyond the table, and around it. Without `left` and `right` its first and last values are taken;
/// with a `period`, which then decides alone, the points need no order.
template <class T>
struct interp_options {
  std::optional<T> left = {};
  std::optional<T> right = {};
  std::optional<double> period = {};
};

namespace detail {
/// Of float64 nodes, `values` of the dtype of `T`: double or std::complex<double>.
template <class T>
graph::node_ptr interpolated(graph::node_ptr x, graph::node_ptr points, graph::node_ptr values,
                             const interp_options<T>& options);

/// Of arrays whose dtype is known at run time only, that of the options.
template <class A>
struct interpolated_element : std::type_identity<double> {};
template <typed_array A>
struct interpolated_element<A>
    : std::conditional<traits(dtype_of<typename A::value_type>).kind == dtype_kind::complex,
                       std::complex<double>, double> {};
template <class A>
using interpolated_type = typename interpolated_element<A>::type;

/// @param x, points  of any real dtype. @throws dtype_error  if they are complex
/// @param values     of any dtype
[[nodiscard]] graph::node_ptr interpolated_anyhow(const graph::node_ptr& x,
                                                  const graph::node_ptr& points,
                                                  const graph::node_ptr& values,
                                                  const interp_options<double>& options);
}  // namespace detail

/// The piecewise linear function through the points (xp, fp), of which xp increases, at each x.
/// `numpy.interp`.
///
/// @shape   that of x; xp and fp are 1-D, of one length
/// @dtype   float64, or complex128 if fp is complex
/// @enqueue computed at once, in one launch; a period sorts the table on the host, and waits
/// @throws  dtype_error  "Cannot cast array data from dtype('complex128') to dtype('float64')
///                       according to the rule 'safe'" of an `any_expression`
/// @throws  value_error  for tables that are empty, not 1-D or of different lengths; for a period 0
template <detail::real_array X, detail::real_array XP, array_like FP>
[[nodiscard]] auto interp(const X& x, const XP& xp, const FP& fp,
                          const interp_options<detail::interpolated_type<FP>>& options = {}) {
  using T = detail::interpolated_type<FP>;
  constexpr casting rule = casting::safe;  // which complex numbers do not pass
  if constexpr (detail::untyped_array<FP>)
    return any_expression(detail::interpolated_anyhow(x.node(), xp.node(), fp.node(), options));
  else
    return expression<T>(detail::interpolated<T>(detail::converted(x.node(), dtype::float64, rule),
                                                 detail::converted(xp.node(), dtype::float64, rule),
                                                 fp.template astype<T>().node(), options));
}
template <detail::real_array X, detail::real_array XP, array_like FP>
[[nodiscard]] auto interp(const X& x, const XP& xp, const FP& fp,
                          std::type_identity_t<detail::interpolated_type<FP>> left,
                          std::type_identity_t<detail::interpolated_type<FP>> right) {
  return interp(x, xp, fp, interp_options<detail::interpolated_type<FP>>{left, right, {}});
}

/// The same at one number.
/// @shape   no axes
template <scalar_like Number, detail::real_array XP, array_like FP>
requires(!is_complex<computed_t<Number>>)
    [[nodiscard]] auto interp(const Number& x, const XP& xp, const FP& fp,
                              const interp_options<detail::interpolated_type<FP>>& options = {}) {
  return interp(ndarray<double>(x, fp.device()), xp, fp, options);
}

namespace detail {
/// The element type of what `as_array` makes of an `A`.
template <class A>
using interpolated_argument = interpolated_type<
    std::remove_cvref_t<decltype(as_array(std::declval<const A&>(), current_device()))>>;

template <class X, class XP, class FP>
concept numbers_on_host = host_range<X> || host_range<XP> || host_range<FP> || element_proxy<X>;
}  // namespace detail

/// The same of vectors and elements.
template <detail::array_argument X, detail::array_or_vector XP, detail::array_or_vector FP>
requires(detail::numbers_on_host<X, XP, FP>) [[nodiscard]] auto interp(
    const X& x, const XP& xp, const FP& fp,
    const interp_options<detail::interpolated_argument<FP>>& options = {}) {
  const device where = detail::device_of_arguments(x, xp, fp);
  return interp(detail::as_array(x, where), detail::as_array(xp, where),
                detail::as_array(fp, where), options);
}
template <detail::array_argument X, detail::array_or_vector XP, detail::array_or_vector FP>
requires(detail::numbers_on_host<X, XP, FP>)
    [[nodiscard]] auto interp(const X& x, const XP& xp, const FP& fp,
                              std::type_identity_t<detail::interpolated_argument<FP>> left,
                              std::type_identity_t<detail::interpolated_argument<FP>> right) {
  return interp(x, xp, fp, {left, right, {}});
}
/// The same of points in lists: `interp(2.5, {1, 2, 3}, {3, 2, 0})`.
template <detail::array_argument X>
[[nodiscard]] auto interp(const X& x, const detail::list_argument& xp,
                          const detail::list_argument& fp,
                          const interp_options<double>& options = {}) {
  const device where = detail::device_of_arguments(x);
  return interp(detail::as_array(x, where), xp.on(where).template astype<double>(),
                fp.on(where).template astype<double>(), options);
}

}  // namespace gpu
