// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <optional>
#include <type_traits>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
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
template <class A>
concept real_array = typed_array<A> && traits(dtype_of<typename A::value_type>)
.kind != dtype_kind::complex;

/// Of float64 nodes, `values` of the dtype of `T`: double or std::complex<double>.
template <class T>
graph::node_ptr interpolated(graph::node_ptr x, graph::node_ptr points, graph::node_ptr values,
                             const interp_options<T>& options);

template <class A>
using interpolated_type =
    std::conditional_t<traits(dtype_of<typename A::value_type>).kind == dtype_kind::complex,
                       std::complex<double>, double>;
}  // namespace detail

/// The piecewise linear function through the points (xp, fp), of which xp increases, at each x.
/// `numpy.interp`.
///
/// @shape   that of x; xp and fp are 1-D, of one length
/// @dtype   float64, or complex128 if fp is complex
/// @enqueue computed at once, in one launch; a period sorts the table on the host, and waits
/// @throws  value_error  for tables that are empty, not 1-D or of different lengths; for a period 0
template <detail::real_array X, detail::real_array XP, typed_array FP>
[[nodiscard]] auto interp(const X& x, const XP& xp, const FP& fp,
                          const interp_options<detail::interpolated_type<FP>>& options = {}) {
  using T = detail::interpolated_type<FP>;
  return expression<T>(detail::interpolated<T>(x.template astype<double>().node(),
                                               xp.template astype<double>().node(),
                                               fp.template astype<T>().node(), options));
}
template <detail::real_array X, detail::real_array XP, typed_array FP>
[[nodiscard]] auto interp(const X& x, const XP& xp, const FP& fp,
                          std::type_identity_t<detail::interpolated_type<FP>> left,
                          std::type_identity_t<detail::interpolated_type<FP>> right) {
  return interp(x, xp, fp, interp_options<detail::interpolated_type<FP>>{left, right, {}});
}

/// The same at one number.
/// @shape   no axes
template <scalar_like Number, detail::real_array XP, typed_array FP>
requires(!is_complex<computed_t<Number>>)
    [[nodiscard]] auto interp(const Number& x, const XP& xp, const FP& fp,
                              const interp_options<detail::interpolated_type<FP>>& options = {}) {
  return interp(ndarray<double>(x, fp.device()), xp, fp, options);
}

}  // namespace gpu
